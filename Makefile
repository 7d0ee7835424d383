# `make` prints the targets. Every target sets up its own virtual environment from constraints.txt.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SCENARIO ?=

.DEFAULT_GOAL := help
.PHONY: help report test check tune-bots lab bench bench-luck bench-faults bench-fuzz bench-errors bench-fit sample clean

help:  ## what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(STAMP): pyproject.toml constraints.txt
	@echo "Setting up the virtual environment in $(VENV) (once; a few minutes on a fresh machine) ..."
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed") if sys.version_info < (3, 11) else None'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[lab,test]'
	@touch $@
	@echo "... done."

report: $(STAMP)  ## play the baselines of all games and write their reports (SCENARIO=scenarios/other.yaml: that one)
	@$(BIN)/balance $(if $(SCENARIO),run $(SCENARIO),baselines)

test: $(STAMP)  ## everything CI checks: style, types, architecture, tests
	@bash tests/install_browser.sh
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/balance compile
	@$(BIN)/python -m pytest -n 2 --dist loadscope

check: $(STAMP)  ## validate all card data and scenarios
	@$(BIN)/balance check

tune-bots: $(STAMP)  ## tune the plans, and measure how far they can be beaten (some 5 minutes)
	@$(BIN)/balance tune employee_handbook
	@$(BIN)/balance tune extremely_bad_hires
	@$(BIN)/balance strength employee_handbook

lab: $(STAMP)  ## open the notebooks in JupyterLab
	@$(BIN)/jupyter lab notebooks

bench: $(STAMP)  ## speed and memory, side by side in one run: C, compiled, plain Python, workers
	@$(BIN)/python tests/benchmarks/bench_games.py

bench-luck: $(STAMP)  ## how many games common luck saves, against unrelated seeds and one stream
	@$(BIN)/python tests/benchmarks/bench_luck.py

bench-faults: $(STAMP)  ## kill -9 at 50 random moments, parent and workers: what is lost (nothing)
	@$(BIN)/python tests/benchmarks/bench_faults.py

bench-fuzz: $(STAMP)  ## thousands of spoiled files, and a million games of random rule sets
	@$(BIN)/python tests/benchmarks/bench_fuzz.py

bench-errors: $(STAMP)  ## how often verdicts are wrong: 10,000 repeats of comparisons in which nothing moved
	@$(BIN)/python tests/benchmarks/bench_errors.py

bench-fit: $(STAMP)  ## how well records of 5, 20 and 80 games tell known constants
	@$(BIN)/python tests/benchmarks/bench_fit.py

sample: $(STAMP)  ## renew the sample report and its picture in reports/sample
	@bash reports/sample/renew.sh $(BIN)

clean:  ## remove the virtual environment and generated reports
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
	find reports -mindepth 1 -maxdepth 1 ! -name sample ! -name README.md -exec rm -rf {} +
