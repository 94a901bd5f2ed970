FROM python:3.13-slim AS build
COPY requirements.lock .
RUN python -m venv --without-pip /venv \
    && python -m pip --python /venv/bin/python install --no-cache-dir --require-hashes \
        -r requirements.lock

FROM python:3.13-slim
RUN useradd --create-home --uid 1000 host \
    && install --directory --owner=host /srv/campaigns
ENV PATH=/venv/bin:$PATH \
    HEXMUSTER_DATA=/srv/campaigns \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1
COPY --from=build /venv /venv
WORKDIR /srv
COPY LICENSE ./
COPY data ./data
COPY engine ./engine
COPY bot ./bot
USER host
VOLUME /srv/campaigns
HEALTHCHECK --interval=60s --timeout=10s --start-period=30s \
    CMD ["python", "-m", "bot", "health"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["bot"]
