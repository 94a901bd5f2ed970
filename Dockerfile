# By its digest, so that every build has the same bytes, on every architecture. A newer one is found
# with: docker buildx imagetools inspect python:3.13-slim --format '{{.Manifest.Digest}}'
ARG PYTHON=python:3.13.15-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

FROM ${PYTHON} AS build
WORKDIR /build
COPY requirements.lock .
RUN python -m venv --without-pip /venv \
    && python -m pip --python /venv/bin/python install --no-cache-dir --require-hashes \
        -r requirements.lock

FROM ${PYTHON}
RUN useradd --create-home --uid 1000 host \
    && install --directory --owner=1000 /srv/campaigns /srv/backups
ENV PATH=/venv/bin:$PATH \
    HEXMUSTER_DATA=/srv/campaigns \
    PYTHONUNBUFFERED=1
COPY --from=build /venv /venv
WORKDIR /srv
COPY LICENSE ./
COPY data ./data
COPY engine ./engine
COPY bot ./bot
# A container compiles nothing when it starts.
RUN python -m compileall -q data engine bot
# By its number, so that a cluster can see that it is not root.
USER 1000
VOLUME /srv/campaigns
HEALTHCHECK --interval=60s --timeout=10s --start-period=30s \
    CMD ["python", "-m", "bot", "health"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["bot"]
