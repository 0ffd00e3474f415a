# Two commands: `make` sets up and builds everything into output/, `make test` sets up and runs the tests.
# Both need only python3 (3.11 or newer) and make. Further targets: test-all, coverage, fuzz, differential, bench, generate,
# pictures, figures, experts, clean.
# Some tests look at results with other programs' eyes; where those cannot be installed, these tests are left out.

PYTHON ?= python3
BIN := .venv/bin

PROGRAMS := qpdf gs mutool
PACKAGES := qpdf ghostscript mupdf-tools
BROWSERS := chromium-headless-shell chromium    # either will do; the first is faster, but not everywhere

.PHONY: all test test-all lint coverage fuzz differential bench generate figures experts pictures programs clean
.DEFAULT_GOAL := all
unexport PYTHONDONTWRITEBYTECODE    # tests start many processes, which need not compile the same modules each time

all: .venv/ready
	$(BIN)/sheetgen check layouts/*.yaml
	$(BIN)/sheetgen build --prune
	@echo "Open output/index.html, or try $(BIN)/sheetgen --help"

# The tests that a change can break, in some minutes; `test-all` adds what takes long: an installed wheel, all faults and
# fuzzing, every page in a browser, other programs, all combinations and many games.
test: .venv/ready programs lint
	$(BIN)/pytest -n auto --dist worksteal -m "not full"

test-all: .venv/ready programs lint
	$(BIN)/pytest -n auto --dist worksteal

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/sheetgen i18n check

# Which lines and branches the tests reach, also in the processes that they start: half an hour. `TESTS=tests/lab` for
# some of them. A test that fills a disk fails here, since the counting cannot write either.
coverage: .venv/ready programs
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group coverage
	@rm -f .coverage .coverage.*
	-COVERAGE_PROCESS_START=$(CURDIR)/pyproject.toml COVERAGE_FILE=$(CURDIR)/.coverage \
		$(BIN)/pytest -n auto --dist worksteal $(TESTS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report $(if $(TESTS),,--fail-under=90)

# Coverage-guided fuzzing, so many minutes for each target; what it has learned stays in .fuzz/, findings in
# .fuzz/findings. `make fuzz MINUTES=60 TARGETS="layout record"` for longer, or for some of them.
# LAYOUTS is how many layouts are made by chance, to see that those that `check` passes work, FIRST the first seed; 100,000
# of them take about three hours of CPU. `python -m tests.promise` does only this, and says how to go on after a break.
MINUTES ?= 2
LAYOUTS ?= 3000
FIRST ?= 0
TARGETS ?= $(shell $(BIN)/python -m tests.fuzz.targets)
fuzz: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group fuzz
	SHEETGEN_KILLS=all $(BIN)/pytest -n 0 tests/faults
	$(BIN)/python -m tests.promise $(LAYOUTS) $(FIRST)
	@for target in $(TARGETS); do \
		echo "$$target"; $(BIN)/python -m tests.fuzz $$target .fuzz/$$target -max_total_time=$$(($(MINUTES) * 60)) 2>&1 \
			| grep -E "^(FOUND|Done|==|SUMMARY)"; \
	done
	@! ls .fuzz/findings/* 2>/dev/null

# Both engines, compared after every move in games of layouts by chance, until the log has so many games: a million take
# some hours of one core. Stop it at any time; it goes on where it was.
GAMES ?= 1000000
differential: .venv/ready
	$(BIN)/python -m tests.engine.fast_games --until $(GAMES) .fuzz/differential.log

bench: .venv/ready
	$(BIN)/python -m tests.bench

# The files that are made from the code and kept in the repository; tests prove them current.
generate: .venv/ready
	$(BIN)/python -m sheetgen.layout.schema layouts/schema.json docs/en/layout-reference.md
	$(BIN)/sheetgen i18n update
	$(BIN)/python -m tests.install.dependencies DEPENDENCIES.md

# What the expert knows of the sheets: the weights of each, learned from nothing; the same every time. Each sheet with the
# number of games and how it learns, if in another way than usual: docs/experts.md. About a quarter of an hour.
CAPPED := capped=1,capped_until=0.25,capped_zones=1,favoured=0
SELDOM_CAPPED := capped=0.4,capped_until=0.35,capped_zones=0.5
EXPERTS := classic:150000: mix:40000:$(SELDOM_CAPPED),favoured=0 \
	day-and-night:40000:$(SELDOM_CAPPED),favoured=0 cubed:20000:$(SELDOM_CAPPED),favoured=0.3 \
	double:180000:$(CAPPED) tide-pool:40000:$(CAPPED) meadow:100000:$(CAPPED) deluxe:150000:capped=0
experts: .venv/ready
	@mkdir -p sheetgen/lab/weights docs/pictures/training
	for expert in $(EXPERTS); do \
		name=$${expert%%:*}; how=$${expert#*:}; games=$${how%%:*}; schedule=$${how#*:}; \
		$(BIN)/sheetgen train $$(ls layouts/$$name.yaml layouts/variants/$$name.yaml 2>/dev/null) --games $$games \
			--schedule "$$schedule" -o sheetgen/lab/weights/$$name.expert --curve docs/pictures/training/$$name.svg || exit 1; \
	done

# How the sheets play, for their pages: some minutes; the same figures every time, but for the speed.
figures: .venv/ready
	@mkdir -p docs/figures
	for sheet in $(filter-out layouts/objectives.yaml,$(wildcard layouts/*.yaml layouts/variants/*.yaml)); do \
		for bot in $$($(BIN)/python -c 'from sheetgen.lab.players import BOTS; print(*BOTS)'); do \
			$(BIN)/sheetgen simulate $$sheet --bot $$bot --games 2000 --json \
				> docs/figures/$$(basename $$sheet .yaml)-$$bot.json || exit 1; \
		done; \
		$(BIN)/python -m sheetgen.lab.play_style $$sheet 1000 \
			> docs/figures/$$(basename $$sheet .yaml)-play.json || exit 1; \
	done

# The contact sheets in docs/pictures, to look at after a change of the drawing, and the pictures of the studio.
pictures: .venv/ready
	$(BIN)/python -m tests.drawing.pictures
	$(BIN)/python -m tests.site.pictures
	$(BIN)/python -m tests.studio.pictures

.venv/ready: pyproject.toml hatch_build.py $(wildcard sheetgen/engine/fast/*.[ch])
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "sheetgen needs Python 3.11 or newer: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev \
		$(if $(LOCK),--constraint $(LOCK))
	@touch $@

# A system's package manager is asked only by root on Debian and its kin; everybody else is told what is missing.
programs:
	@lacking() { \
		for each in $(PROGRAMS); do command -v $$each >/dev/null || echo $$each; done; \
		for each in $(BROWSERS); do command -v $$each >/dev/null && return; done; echo $(firstword $(BROWSERS)); \
	}; \
	fetch() { DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$$@" >/dev/null; }; \
	if [ -n "$$(lacking)" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq; \
		fetch $(PACKAGES) $(firstword $(BROWSERS)) || fetch $(PACKAGES) $(lastword $(BROWSERS)); \
	fi; \
	missing=$$(lacking); \
	[ -z "$$missing" ] || echo "The tests that need" $$missing "are left out: install $(PACKAGES) chromium for all of them."

clean:
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .fuzz
	find output -mindepth 1 ! -name .gitkeep -delete
