# `make demo` and `make test` need only make and a Python of at least 3.11.
# PYTHON=/path/to/python names the interpreter; VOUCHED_DATA=/path/to/data the labelled data for measuring
# (both as environment variables or on make's command line).

MAKEFLAGS += --no-print-directory
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
BENCH_READY := $(VENV)/ready-benchmarks
EXTRACTION := build/venv-extraction
EXTRACTION_READY := $(EXTRACTION)/ready
NLI := build/venv-nli
NLI_READY := $(NLI)/ready
OLD_GRAPHS := build/venv-langgraph-oldest
PEERS := build/venv-peers
PEER_TESTS := build/venv-peer-tests
PEER_TESTS_READY := $(PEER_TESTS)/ready
PIP := -m pip install --quiet --quiet
LINTED := $(wildcard src tests examples benchmarks training .ci)

.PHONY: help setup demo test lint types imports tests bench bench-peers fuzz measure measure-quotes measure-claims measure-figures measure-gate test-all-pythons langgraph-oldest test-extraction test-nli peers look wheel-test pins format clean
.DEFAULT_GOAL := help

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 26

setup: $(READY)  ## make .venv with the pinned tools and the project itself

$(READY): pyproject.toml requirements-dev.txt .ci/find_python
	@python=$$(.ci/find_python "$(PYTHON)") \
		&& echo "== setup: $(VENV) with $$python (once)" \
		&& rm -rf $(VENV) \
		&& "$$python" -m venv $(VENV) \
		&& $(BIN)/python $(PIP) -r requirements-dev.txt \
		&& $(BIN)/python $(PIP) --no-deps --no-build-isolation --editable . \
		&& touch $@

demo: $(READY)  ## judge the bundled examples and print what stands
	@$(BIN)/python examples/demo.py

test: lint types imports tests  ## lint, types, import directions, tests

lint: $(READY)
	@echo "== lint"
	@$(BIN)/ruff check --quiet --output-format concise $(LINTED)
	@$(BIN)/ruff format --check --quiet $(LINTED) || { echo "not formatted: run make format"; exit 1; }

types: $(READY)
	@echo "== types"
	@$(BIN)/mypy

imports: $(READY)
	@echo "== imports"
	@$(BIN)/lint-imports --no-cache > $(VENV)/imports.log 2>&1 || { cat $(VENV)/imports.log; exit 1; }
	@sed -n '/^Contracts:/p' $(VENV)/imports.log

tests: $(READY)
	@echo "== tests"
	@$(BIN)/python -m pytest -q

bench: $(BENCH_READY)  ## speed and memory, as ratios in one run
	@$(BIN)/python benchmarks/bench.py

bench-peers:  ## the loop, the schema and answers from facts beside other packages, in an environment of their own (needs a Python from 3.12 on)
	@python=$$(.ci/find_python "$(PEERS_PYTHON)" 3.12 2>/dev/null || .ci/find_python "$(PEERS_PYTHON)" 3.13) \
		&& { [ -x $(PEERS)/bin/python ] || "$$python" -m venv $(PEERS); } \
		&& $(PEERS)/bin/python $(PIP) -r benchmarks/requirements-peers.txt \
		&& $(PEERS)/bin/python $(PIP) --editable ".[schema,facts]" \
		&& $(PEERS)/bin/python benchmarks/bench_loop.py \
		&& $(PEERS)/bin/python benchmarks/bench.py --only schema answers

measure-quotes: $(READY)  ## how many altered quotes are accepted, how many faithful ones refused (VOUCHED_DATA)
	@$(BIN)/python benchmarks/measure_quotes.py

measure-figures: $(READY)  ## how often findings of the check figures are right, and what it says of rewritten figures (VOUCHED_DATA)
	@$(BIN)/python benchmarks/measure_figures.py --write docs/measured.md

measure-gate: $(READY)  ## how often the gate takes ordinary sentences for names of companies, and how many hidden names it finds (VOUCHED_DATA)
	@$(BIN)/python benchmarks/measure_gate.py --write docs/measured.md

measure-claims: $(READY)  ## how well claims are told to be supported, set by set, beside published figures (VOUCHED_DATA)
	@$(BIN)/python benchmarks/measure_claims.py --write docs/measured.md

# Sets in three languages; of each the 150 cases whose hashes are lowest, of sources with an odd SHA-256.
MEASURED := ragtruth_qa wice_test summedits begin_wow_dev factscore_chatgpt financebench pawsx_en contract_nli_dev \
	lawqa_jp jnli_valid pawsx_ja jsick_scramble jsem uhgeval_zh rgb_zh pawsx_zh ocnli_dev xnli_zh

measure: $(READY)  ## the scorecards that are shipped, of every check that estimates, on public sets (VOUCHED_DATA)
	@rm -rf build/measured
	@VOUCHED_DATA="$(VOUCHED_DATA)" $(BIN)/vouched measure $(MEASURED) --most 150 --out build/measured
	@cp build/measured/scorecards/*.json src/vouched/scorecards/
	@$(BIN)/python benchmarks/shipped_scorecards.py

fuzz: $(READY)  ## damaged quotes must be found, edited ones must not; hostile inputs must stay linear (VOUCHED_DATA)
	@VOUCHED_DATA="$(VOUCHED_DATA)" $(BIN)/python benchmarks/fuzz_mechanics.py
	@$(BIN)/python benchmarks/fuzz_bounds.py

$(BENCH_READY): $(READY) benchmarks/requirements.txt
	@$(BIN)/python $(PIP) -r benchmarks/requirements.txt
	@touch $@

test-all-pythons: $(READY)  ## the suite again on each of 3.12, 3.13 and 3.14 that is installed
	@for version in 3.12 3.13 3.14; do \
		python=$$(.ci/find_python "" $$version 2>/dev/null) || { echo "== $$version: not installed"; continue; }; \
		echo "== $$version: $$python"; \
		at=build/venv-$$version; \
		rm -rf $$at && "$$python" -m venv $$at \
			&& $$at/bin/python $(PIP) -r requirements-dev.txt \
			&& $$at/bin/python $(PIP) --no-deps --no-build-isolation --editable . \
			&& $$at/bin/python -m pytest -q -p no:cacheprovider || exit 1; \
	done

langgraph-oldest: $(READY)  ## the tests of the LangGraph adapter with the oldest LangGraph that is supported
	@echo "== langgraph-oldest"
	@cmp -s .ci/langgraph-oldest.txt $(OLD_GRAPHS)/pins.txt || { \
		rm -rf $(OLD_GRAPHS) && $(BIN)/python -m venv $(OLD_GRAPHS) \
		&& $(OLD_GRAPHS)/bin/python $(PIP) --no-compile -r .ci/langgraph-oldest.txt \
		&& cp .ci/langgraph-oldest.txt $(OLD_GRAPHS)/pins.txt; }
	@PYTHONPATH=src $(OLD_GRAPHS)/bin/python -m pytest -q -p no:cacheprovider tests/adapters/test_langgraph_*.py

test-extraction: $(EXTRACTION_READY)  ## the model for langextract and langcore inside both, in an environment of their own
	@echo "== extraction: inside $$($(EXTRACTION)/bin/python tests/adapters/extraction_libraries.py)"
	@$(EXTRACTION)/bin/python -m pytest -q -p no:cacheprovider -W default tests/adapters/with_extraction_libraries.py

# langcore asks for 3.12; on 3.11 alone langextract is tried alone, and the line above says so.
$(EXTRACTION_READY): pyproject.toml tests/adapters/extraction_requirements.txt
	@python=$$(.ci/find_python "" 3.12 2>/dev/null || .ci/find_python "" 3.13 2>/dev/null \
			|| .ci/find_python "" 3.14 2>/dev/null || .ci/find_python "$(PYTHON)") \
		&& echo "== extraction: $(EXTRACTION) with $$python (once)" \
		&& rm -rf $(EXTRACTION) \
		&& "$$python" -m venv $(EXTRACTION) \
		&& $(EXTRACTION)/bin/python $(PIP) -r tests/adapters/extraction_requirements.txt \
		&& $(EXTRACTION)/bin/python $(PIP) --no-build-isolation --editable . \
		&& touch $@

test-nli: $(NLI_READY)  ## a local model that judges claims, an ONNX file made in the test, in an environment of its own
	@echo "== nli"
	@$(NLI)/bin/python -m pytest -q tests/adapters/with_nli_libraries.py

$(NLI_READY): pyproject.toml tests/adapters/nli_requirements.txt
	@python=$$(.ci/find_python "$(PYTHON)") \
		&& rm -rf $(NLI) \
		&& "$$python" -m venv $(NLI) \
		&& $(NLI)/bin/python $(PIP) -r tests/adapters/nli_requirements.txt \
		&& $(NLI)/bin/python $(PIP) --no-build-isolation --editable . \
		&& touch $@

peers: $(PEER_TESTS_READY)  ## the tests of langcore-guardrails through vouched, in an environment of their own (needs a Python from 3.12 on)
	@echo "== peers"
	@$(PEER_TESTS)/bin/python tests/peers/run.py

$(PEER_TESTS_READY): pyproject.toml tests/peers/requirements.txt
	@python=$$(.ci/find_python "$(PEERS_PYTHON)" 3.12 2>/dev/null || .ci/find_python "$(PEERS_PYTHON)" 3.13) \
		&& echo "== peers: $(PEER_TESTS) with $$python (once)" \
		&& rm -rf $(PEER_TESTS) \
		&& "$$python" -m venv $(PEER_TESTS) \
		&& $(PEER_TESTS)/bin/python $(PIP) -r tests/peers/requirements.txt \
		&& $(PEER_TESTS)/bin/python $(PIP) --no-build-isolation --editable ".[schema]" \
		&& touch $@

look: demo  ## pictures of the demo's HTML reports (out/*.html) in out/, wide and as on a phone
	@$(BIN)/python .ci/look.py out

wheel-test: $(READY)  ## build the wheel, install it alone in a fresh environment and use it
	@echo "== wheel"
	@rm -rf dist build/venv-wheel
	@$(BIN)/hatchling build --target wheel > $(VENV)/wheel.log 2>&1 || { cat $(VENV)/wheel.log; exit 1; }
	@$(BIN)/python -m venv build/venv-wheel
	@build/venv-wheel/bin/python $(PIP) --constraint requirements-dev.txt dist/*.whl
	@build/venv-wheel/bin/python -I .ci/wheel_smoke.py

pins:  ## export pyproject.toml's dependencies, pinned, to requirements-dev.txt (needs uv)
	@uv pip compile --universal --python-version 3.11 --no-header --no-annotate --quiet \
		--extra pydantic --group dev pyproject.toml --output-file requirements-dev.txt
	@uv pip compile --universal --python-version 3.11 --no-header --no-annotate --quiet \
		--resolution lowest-direct .ci/langgraph-oldest.in --output-file .ci/langgraph-oldest.txt

format: $(READY)  ## let ruff lay out the code and mend what it safely can
	@$(BIN)/ruff check --quiet --fix $(LINTED) || true
	@$(BIN)/ruff format --quiet $(LINTED)

clean:  ## remove everything that make made
	@rm -rf $(VENV) build dist out .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
