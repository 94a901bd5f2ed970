# Short names for run.py, which does the work. Arguments go in ARGS: make test ARGS="-k dice"
PYTHON ?= python3

# For wire: the file of Discord's API description.
export DISCORD_OPENAPI

.PHONY: demo bot league verify film restore export import test lint rules bench figures balance wire mutants pythons soak
demo bot league verify film restore export import test lint rules bench figures balance wire mutants pythons soak:
	$(PYTHON) run.py $@ $(ARGS)
