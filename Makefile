# Everything here sets itself up: Python ≥ 3.11 and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
DEV := $(VENV)/ready-dev
WORKERS ?= 2

.DEFAULT_GOAL := help
.PHONY: help play test soak check format bench golden clean

help: ## this list
	@grep -hE '^[a-z]+:.*## ' Makefile | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

play: $(READY) ## play in the terminal, against two bots
	@$(BIN)/stammtisch play heckmeck --seats me,beginner,regular

test: check ## check, then all tests in their short form
	$(BIN)/pytest -n $(WORKERS) tests/fast tests/perft
	$(BIN)/pytest -n $(WORKERS) --ignore=tests/fast --ignore=tests/perft --cov --cov-report=term:skip-covered --cov-fail-under=90
	$(BIN)/coverage report --include='*/core/*,*/games/*/rules.py,*/games/keeping/__init__.py' --fail-under=100 --show-missing

soak: $(DEV) ## the long form: large numbers of games, results written to docs/soak.md
	$(BIN)/python -m tests.soak

check: $(DEV) ## format, lint, types and import rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(DEV) ## put the code into its standard form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(DEV) ## measure speed: a table, bench/results/*.json and a plot
	$(BIN)/python -m bench

golden: $(DEV) ## rewrite golden playthroughs and perft files; read the diff
	$(BIN)/python -m tests.golden

clean: ## remove the environment and everything made
	find src tests bench -name __pycache__ -prune -exec rm -rf {} +
	rm -rf $(VENV) .coverage .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis build dist

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Stammtisch needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(READY): $(VENV)/python pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --constraint constraints.txt --editable .
	@touch $@

$(DEV): $(READY)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@
