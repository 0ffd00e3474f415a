# Two commands: `make` sets up and builds everything into output/, `make test` sets up and runs all tests.
# Both need only python3 (3.11 or newer) and make. Further targets: bench, generate, clean.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: all test bench generate clean
.DEFAULT_GOAL := all

all: .venv/ready
	$(BIN)/python -m sheetgen check layouts/*.yaml
	$(BIN)/python -m sheetgen.layout.reference output/layout-reference.md
	@echo "sheetgen is ready: try $(BIN)/sheetgen --help"

test: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/pytest -n auto

bench: .venv/ready
	$(BIN)/python -m tests.bench

# The files that are made from the code and kept in the repository; tests prove them current.
generate: .venv/ready
	$(BIN)/python -m sheetgen.layout.schema layouts/schema.json
	$(BIN)/python -m sheetgen.layout.reference docs/en/layout-reference.md
	$(BIN)/sheetgen i18n update

.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "sheetgen needs Python 3.11 or newer: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@touch $@

clean:
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find output -mindepth 1 ! -name .gitkeep -delete
