# Needs Go 1.26 and, for the Python package and the tests that read datasets from
# Python, a C compiler and Python 3.11 with its venv module. "make demo" runs the main
# job, "make test" the tests.

PYTHON := .venv/bin/python
BIN    := bin/rummygym
AGENTS := min-dist-opp,min-dist-score,min-dist,min-score,defeat-seeking,random
COMMA  := ,
RELEASED := $(subst $(COMMA),:variant=released$(COMMA),$(AGENTS)):variant=released
GINAGENTS := simple,stubborn,sigra:om=off,sigra,medium,independent-heuristics,fitness
OUT    := out
GAMES  := 1000

# Without paths in them, and without C, as the program is built, the packages that one target compiles serve all. What needs C sets it:
# the library for Python, and the race detector. (A comment on the line of a variable would put a blank into its value.)
export GOFLAGS ?= -trimpath
export CGO_ENABLED ?= 0

.PHONY: setup build python wheel wheels wheel-twice demo tournament packages test test-site test-go test-python test-invariants test-web-long test-ray test-clients test-text test-text-long test-openspiel test-openspiel-long test-kaggle rlcard-hands race race-short lint lint-go lint-python lint-workflows generate module notice npm npm-package site docs pages pictures man reproduce fuzz ladder leaderboard results exact match-values position-sets hub-prime hub-openenv hub-huggingface speed speed-python speed-curve speed-train time-to-strength rivals test-rivals ci clean

# The Python libraries of the tests, in a virtual environment of the project's own.
setup: .venv/ready
.venv/ready: .ci/requirements.txt
	python3 -m venv .venv
	.venv/bin/pip install --quiet --no-compile --disable-pip-version-check --requirement .ci/requirements.txt
	touch $@

# Built as for the wheel, which therefore compiles nothing twice. Go finds no commit in a worktree of git, where .git is a file.
COMMIT = $(if $(shell test -f .git && echo yes),$(shell git rev-parse --short=12 HEAD)$(if $(shell git status --porcelain),+dirty))
build:
	go build $(COMMIT:%=-ldflags='-X rummygym/cmd/rummygym/internal/cli.commit=%') -o $(BIN) ./cmd/rummygym

# The Python package in that environment, with the engine as the Go code stands.
python: setup
	.venv/bin/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable ./python

# A wheel of the package in dist/ that needs no Go: the engine is inside. It runs where
# the GNU C library is as new as this machine's had to be, which auditwheel finds and
# puts into the name, as in manylinux_2_34. The same commit makes the same bytes, with the
# same Go, C compiler and .venv.
wheel: setup
	rm -rf dist
	umask 022 && .venv/bin/pip wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir dist/plain ./python
	umask 022 && PATH="$(CURDIR)/.venv/bin:$$PATH" .venv/bin/auditwheel repair --wheel-dir dist dist/plain/*.whl
	rm -rf dist/plain
	.venv/bin/twine check --strict dist/*.whl
	python3 .ci/wheel_sizes.py dist/*.whl

# Wheels for other platforms, built here with the C compiler of the package ziglang.
PLATFORMS := manylinux_2_17_x86_64 manylinux_2_17_aarch64 win_amd64
wheels:
	python3 -m venv $(OUT)/wheels
	$(OUT)/wheels/bin/pip install --quiet --disable-pip-version-check --requirement .ci/requirements-wheels.txt
	umask 022 && for platform in $(PLATFORMS); do \
	RUMMYGYM_PLATFORM=$$platform $(OUT)/wheels/bin/pip wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir dist ./python || exit 1; done
	$(OUT)/wheels/bin/python python/build_library.py # for this machine again
	python3 .ci/wheel_sizes.py dist/*.whl
wheel wheels: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct)

# The wheel of the last commit once more, in a clone at another path, compared byte by byte.
wheel-twice: wheel
	clone=$$(mktemp -d) && trap 'rm -rf "$$clone"' EXIT && \
	git clone --quiet . "$$clone/another/path" && ln -s "$(CURDIR)/.venv" "$$clone/another/path/.venv" && \
	$(MAKE) --no-print-directory -C "$$clone/another/path" -o setup wheel && \
	cmp dist/*.whl "$$clone"/another/path/dist/*.whl

# The main job: the six agents of Indian Rummy play each other, all pairs in both
# orders, first as in the authors' program and then as in their text; tables beside the
# authors', and the decisions of two of them as Arrow files. Then the same of Gin
# Rummy, beside the tables of its papers.
demo: build
	rm -rf $(OUT)
	mkdir -p $(OUT)
	@echo "1. The agents and rules of the authors' program (variant and preset released): these reproduce the tables of saha2025mindist."
	$(BIN) tournament --preset released --agents $(RELEASED) --games $(GAMES) --seed 1 --compare authors | tee $(OUT)/tournament-released.txt
	@echo "2. The agents and rules of its text: MinDistOpp gains nothing over MinDist here, so pairs lie outside the authors' tables."
	$(BIN) tournament --agents $(AGENTS) --games $(GAMES) --seed 1 --compare authors | tee $(OUT)/tournament.txt
	$(BIN) collect --agents min-dist-opp,min-dist --games $(GAMES) --seed 1 --out $(OUT)/data
	$(BIN) dataset validate --replay $(OUT)/data
	$(BIN) tournament --game gin-match --agents $(GINAGENTS) --games $(GAMES) --seed 1 --ztest simple --compare sigra-paper --compare fitness-paper --compare gin-measured | tee $(OUT)/tournament-gin.txt
	$(BIN) collect --game gin-match --agents sigra,simple --games $(GAMES) --seed 1 --out $(OUT)/data-gin
	$(BIN) dataset validate --replay $(OUT)/data-gin
	@echo "tables in $(OUT)/tournament*.txt, decisions in $(OUT)/data*"
tournament: demo

# Debian's packages of the tests: a browser without windows for the pages, tmux for play and watch, Node for the engine in WebAssembly. Root
# installs what is missing; others are told the command.
packages:
	@command -v chromium-headless-shell > /dev/null && command -v tmux > /dev/null && command -v node > /dev/null || { \
	if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; \
	then apt-get update --quiet > /dev/null && apt-get install --yes --quiet --no-install-recommends chromium-headless-shell tmux nodejs > /dev/null; \
	else echo 'chromium-headless-shell, tmux or node is missing: sudo apt-get install --yes --no-install-recommends chromium-headless-shell tmux nodejs'; fi; }

# "make test SHORT=" plays more games in the tests of Go: five minutes of a core more.
SHORT := -short
test: # pip waits for the network while the compiler works, and the tests of Python for browsers and programs while those of Go compute
	$(MAKE) --no-print-directory --jobs 3 setup packages build test-site
	$(MAKE) --no-print-directory -o setup python
	$(MAKE) --no-print-directory --jobs 2 --output-sync -o setup -o packages -o build -o python test-go test-python
# The tests of the play page as a folder, which those of Python open then. They leave it in out/test-site.
test test-site: export RUMMYGYM_SITE = $(CURDIR)/$(OUT)/test-site
test-site: packages
	rm -rf $(OUT)/test-site
	CI=true go test -vet=off $(SHORT) ./internal/site
# Without vet, which is a part of "make lint", and in "make test" without the tests of the play page, which have run. The folder
# examples is a module of its own: after a change of go.mod, run go mod tidy there too.
test-go: build setup packages
	CI=true RUMMYGYM_PYTHON=$(CURDIR)/$(PYTHON) RUMMYGYM_BINARY=$(CURDIR)/$(BIN) go test -vet=off $(SHORT) $(if $(RUMMYGYM_SITE),$$(go list ./... | grep -v /internal/site$$),./...)
	cd examples && RUMMYGYM_BINARY=$(CURDIR)/$(BIN) go test -vet=off -count=1 ./...
test-python: build python packages
	cd python && RUMMYGYM_BINARY=$(CURDIR)/$(BIN) ../$(PYTHON) -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

# The race detector in the packages whose goroutines meet: race-short leaves out three that take a minute to compile, and runs only the
# tests where goroutines meet, of equal tables those with several workers. They yield to what runs beside them: Ray takes a node that gets no time for a lost one.
race race-short:
	CGO_ENABLED=1 nice -n 5 go test -vet=off -race -short $(if $(findstring short,$@),-run 'Vector|Send|Adviser|Pool|Stop|Worker|Sequential|Ladder|Thread|Handles|Goroutine|Tables|SameBytes|Resum|TwoRuns|Shards|Digests|Blocks|Answers|Order|State|Predict' -skip 'Refuse|Error|Config|Another|Killed|Allocates|VectorIsEnvs/././1|Vector(IsEnvs|Save)/./disabled') \
	./env ./arena ./cmd/librummygym ./datasets $(if $(findstring short,$@),,./datasets/collect ./internal/train ./internal/features/facts)

# The invariants of the state, checked at every move.
test-invariants:
	go test -vet=off -short -tags invariants ./env/indian ./env/gin

# The long variants of the tests of the pages: whole matches, and one game on both hosts.
test-web-long: build python packages
	cd python && RUMMYGYM_BINARY=$(CURDIR)/$(BIN) ../$(PYTHON) -m pytest tests/web -m long --long --numprocesses auto --dist loadfile

# The tests with Ray, RLlib, Dask and object stores, which have an environment of their own.
test-ray: build python .venv-ray/ready
	.venv-ray/bin/python -c 'import ray.data'
	cd python && RUMMYGYM_BINARY=$(CURDIR)/$(BIN) PYTHONPATH=$(CURDIR)/python ../.venv-ray/bin/python -m pytest tests/ray --maxfail 3 --timeout 300
.venv-ray/ready: .ci/requirements-ray.txt
	python3 -m venv .venv-ray
	.venv-ray/bin/pip install --quiet --no-compile --disable-pip-version-check --requirement .ci/requirements-ray.txt
	touch $@

# The tests with learning libraries that need torch, in an environment of some 7 GB: not a part of .ci/run.
test-clients: build python .venv-clients/ready
	cd python && RUMMYGYM_BINARY=$(CURDIR)/$(BIN) PYTHONPATH=$(CURDIR)/python ../.venv-clients/bin/python -m pytest tests/clients --timeout 600
.venv-clients/ready: .ci/requirements-clients.txt
	python3 -m venv .venv-clients
	.venv-clients/bin/pip install --quiet --no-compile --disable-pip-version-check --requirement .ci/requirements-clients.txt
	touch $@

# What PettingZoo 1.26 shows in 1,000 hands of its gin_rummy_v4, for python/tests/environments/test_gin_rummy_v4.py.
rlcard-hands:
	python3 -m venv $(OUT)/rlcard
	$(OUT)/rlcard/bin/pip install --quiet --disable-pip-version-check numpy==2.4.6 gymnasium==1.4.0 rlcard==1.2.0 'pettingzoo[classic]==1.26.1'
	$(OUT)/rlcard/bin/python python/tests/environments/rlcard_hands.py

# The tests of the doors to libraries for language models, in two environments of their own. test-text-long also plays
# 2,000 games of a player that sees nothing but the text, through each door and without one: an hour or two.
test-text test-text-long: build python .venv-text/ready .venv-openenv/ready
	$(if $(findstring long,$@),cd python && RUMMYGYM_BINARY=$(CURDIR)/$(BIN) ../$(PYTHON) -m pytest tests/text/test_reader.py -s --long)
	cd python && RUMMYGYM_DOORS='textarena verifiers inspect' PYTHONPATH=$(CURDIR)/python ../.venv-text/bin/python -m pytest tests/doors $(if $(findstring long,$@),-s --show-capture no --long --timeout 7200,--timeout 300)
	cd python && RUMMYGYM_DOORS='openenv' PYTHONPATH=$(CURDIR)/python ../.venv-openenv/bin/python -m pytest tests/doors $(if $(findstring long,$@),-s --long --timeout 7200,--timeout 300)

# The tests with OpenSpiel, beside those of test-python. test-openspiel-long also plays 1,000 hands.
test-openspiel test-openspiel-long: build python
	cd python && RUMMYGYM_OPENSPIEL=1 RUMMYGYM_BINARY=$(CURDIR)/$(BIN) PYTHONPATH=$(CURDIR)/python ../$(PYTHON) -m pytest tests/openspiel $(if $(findstring long,$@),--long)
# The tests with kaggle-environments, in an environment of their own: not a part of .ci/run.
test-kaggle: build python .venv-kaggle/ready
	cd python && RUMMYGYM_BINARY=$(CURDIR)/$(BIN) PYTHONPATH=$(CURDIR)/python ../.venv-kaggle/bin/python -m pytest tests/kaggle --timeout 600
.venv-text/ready .venv-openenv/ready .venv-kaggle/ready: .venv-%/ready: .ci/requirements-%.txt
	python3 -m venv .venv-$*
	.venv-$*/bin/pip install --quiet --no-compile --disable-pip-version-check --requirement $<
	touch $@

lint: lint-go lint-python lint-workflows
lint-python: setup
	cd python && ../.venv/bin/ruff check --quiet . ../notebooks ../docs ../examples && ../.venv/bin/mypy
	$(PYTHON) -m codespell_lib $$(git ls-files '*.md' '*.go' '*.py' '*.js' Makefile)
	$(PYTHON) .ci/phrases.py
# The library is all that needs C. It is checked as "make python" compiles it.
lint-go:
	@test -z "$$(gofmt -l .)" || { echo "gofmt these files:"; gofmt -l .; exit 1; }
	CGO_ENABLED=1 go vet -buildmode=c-shared ./cmd/librummygym
	go vet ./...
	go build -o bin/staticcheck honnef.co/go/tools/cmd/staticcheck
	mkdir -p $(OUT) && cd $(OUT) && CGO_ENABLED=1 GOFLAGS='$(GOFLAGS) -buildmode=c-shared' ../bin/staticcheck rummygym/cmd/librummygym # leaves a header where it runs
	bin/staticcheck $$(go list ./... | grep -v /cmd/librummygym$$)
	cd examples && go vet ./...
# Without the linters of scripts that some machines have.
lint-workflows:
	go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12 -shellcheck= -pyflakes=

# Everything that is made from code: the front end, the recorded tournaments, the parts of pages, and NOTICE. The tests of
# internal/tools say what is stale.
generate:
	go generate ./...
	go run ./internal/tools/docgen

# The Go module under another path: make module PATH=example.com/you/rummygym. PATH is that of commands
# otherwise, so that the recipe sets it anew.
module:
	@/usr/bin/env PATH=/usr/local/go/bin:/usr/local/bin:/usr/bin:/bin .ci/module '$(PATH)'

# The licences of the linked modules, in NOTICE.
notice:
	go run ./internal/tools/docgen NOTICE npm/NOTICE

# The libraries of the front end, in internal/web/npm, from the npm registry. The archives and the files must have the digests that
# stand there: only this target needs npm.
npm:
	pack=$$(mktemp -d) && trap 'rm -rf "$$pack"' EXIT && \
	npm pack --silent --pack-destination "$$pack" preact@11.2.0 htm@3.1.1 uplot@1.6.32 && \
	(cd "$$pack" && sha256sum --check --strict "$(CURDIR)/internal/web/npm/ARCHIVES") && \
	for name in preact htm uplot; do mkdir "$$pack/$$name" && tar -xzf "$$pack/$$name"-*.tgz -C "$$pack/$$name" --strip-components 1; done && \
	cp "$$pack"/preact/LICENSE "$$pack"/preact/dist/preact.mjs "$$pack"/preact/hooks/dist/hooks.mjs internal/web/npm/preact && \
	cp "$$pack"/htm/LICENSE "$$pack"/htm/dist/htm.module.js internal/web/npm/htm && \
	cp "$$pack"/uplot/LICENSE "$$pack"/uplot/dist/uPlot.esm.js "$$pack"/uplot/dist/uPlot.min.css internal/web/npm/uplot && \
	(cd internal/web/npm && sha256sum --check --strict SHA256SUMS)

# The npm package in dist/: the engine in WebAssembly for apps in JavaScript (docs/apps.md). "npm publish dist/rummygym-*.tgz" publishes it.
npm-package:
	mkdir -p dist
	go run ./internal/site --npm npm
	cd npm && npm pack --silent --pack-destination ../dist

# The play page as a folder that any web host can serve, in SITE; see docs/browser.md.
SITE ?= $(OUT)/site
site:
	go run ./internal/site --out $(SITE)

# The documentation site in out/docs, with what --help says and the Python docstrings; a warning is an
# error. With RUMMYGYM_SOURCE=https://... it links to files of the repository (docs/conf.py).
docs: build python
	rm -rf docs/api docs/commands
	$(BIN) man --format markdown docs/commands
	$(PYTHON) -m sphinx --quiet --fresh-env --fail-on-warning --builder html --jobs 2 docs $(OUT)/docs
# The documentation with the play page in it, for a web host.
pages: docs
	go run ./internal/site --out $(OUT)/docs/table
# The pictures of README.md and of the documentation in docs/_static.
pictures: build setup
	$(PYTHON) docs/pictures.py $(BIN)
# The manual pages in out/man.
man: build
	$(BIN) man $(OUT)/man

# The tables and figures of truong2021datadriven in RUN, at full size: about two hours on two cores for each seed. Stopped,
# the same command continues. "make reproduce RUN=out/small SCALE=0.002 EPOCHS=3 AUGMENTED_EPOCHS=1 GAMES=200 SEEDS=1" is a small one.
reproduce: export RUN := $(OUT)/truong2021datadriven
reproduce: export SCALE := 1
reproduce: export EPOCHS := 96
reproduce: export AUGMENTED_EPOCHS := 4
reproduce: export GAMES := 10000
reproduce: export SEEDS := 3
reproduce: build python
	RUMMYGYM_BINARY=$(BIN) MPLBACKEND=agg PYTHONWARNINGS=ignore::UserWarning $(PYTHON) notebooks/gin_data_driven_paper.py

# Every fuzz target for its share of MINUTES; then Go and Python are compared for a tenth of MINUTES, from case SEED on.
# TARGETS=Solve chooses targets.
MINUTES := 5
SEED := 1
fuzz: build python
	.ci/fuzz $(MINUTES) '$(TARGETS)'
	cd python && RUMMYGYM_BINARY=$(CURDIR)/$(BIN) RUMMYGYM_FUZZ_SEED=$(SEED) RUMMYGYM_FUZZ_SECONDS=$(shell expr $(MINUTES) '*' 6) ../$(PYTHON) -m pytest -s tests/core/test_differential.py

# The speeds in docs/speed.md, by "go test -bench". Takes minutes; leave the machine idle meanwhile.
speed:
	python3 python/benchmarks/speed.py --page docs/speed.md

# The ladders in docs/agents.md, of all built-in agents of both games: about ten minutes on two cores. Their
# games are kept in LADDER, so that later agents play only their own pairs. GAME=indian plays one game.
LADDER ?= $(OUT)/ladder
GAME ?=
ladder:
	mkdir -p $(LADDER)
	nice -n 10 go run ./internal/tools/docgen -ladder $(LADDER) -game '$(GAME)' docs/agents.md

# The rows of the built-in agents in docs/leaderboard.json, and the page with its table: minutes of a core. Rows of models stay.
leaderboard: build python
	RUMMYGYM_BINARY=$(CURDIR)/$(BIN) nice -n 10 $(PYTHON) python/benchmarks/positions.py leaderboard docs/leaderboard.json
	go run ./internal/tools/docgen docs/language-models.md

# Everything that names a built-in network, after a new one: a quarter of an hour of two cores. A test fails until it is done.
results: ladder leaderboard generate pictures

# What the built-in agents lose in small games, in docs/exact.md: minutes of a core.
exact:
	nice -n 10 go run ./internal/tools/docgen -exact docs/exact.md

# 4,000 matches from each of 25 scores beside the values of the scores, in out/match-values.jsonl: three minutes of two cores.
match-values:
	go test ./internal/catalog -run MatchValuesPredict -long -v -timeout 60m

# Sets of positions like the frozen ones, in SETS, from parts that are made unless they are there: two hours of a core.
SETS ?= $(OUT)/sets
position-sets: build python
	RUMMYGYM_BINARY=$(CURDIR)/$(BIN) nice -n 10 $(PYTHON) python/benchmarks/positions.py sets $(SETS)

# The folders that hubs take as they are, in out/hub: for "prime env push", for "openenv push" with a wheel in it, and for "hf upload", one
# for each repository. The last one plays GAMES games of each game and judges the moves of CHATS chats, WORKERS at a time: an hour of a core.
hub-huggingface: GAMES := 10000
CHATS := 20000
WORKERS := 0
hub-prime: python .venv-text/ready
hub-openenv: python wheel .venv-openenv/ready
hub-huggingface: build python
hub-prime hub-openenv hub-huggingface: hub-%:
	rm -rf $(OUT)/hub/$*
	RUMMYGYM_BINARY=$(CURDIR)/$(BIN) nice -n 10 $(PYTHON) python/hub/hubs.py $* $(OUT)/hub/$* $(HUB_$*)
	$(CHECK_$*)
	du -ah --apparent-size $(if $(findstring huggingface,$*),--max-depth 2) $(OUT)/hub/$*
HUB_openenv = --wheel dist/*.whl
HUB_huggingface = --games $(GAMES) --chats $(CHATS) --workers $(WORKERS)
CHECK_prime = PYTHONPATH=$(OUT)/hub/prime:python .venv-text/bin/vf-validate rummygym-verifiers -n 2 --runtime.type subprocess --rich False --clean -o $(OUT)/hub-checks --run.dir prime && grep '"valid_rate": 1.0' $(OUT)/hub-checks/prime/summary.json
CHECK_openenv = .venv-openenv/bin/openenv validate $(OUT)/hub/openenv --level static

# The speeds in docs/speed.md beside the peers, which it installs.
speed-python:
	python3 python/benchmarks/throughput.py --format json > python/benchmarks/throughput.json
	python3 python/benchmarks/throughput.py --results python/benchmarks/throughput.json --page docs/speed.md

# The time of a decision over tables and cores in docs/speed.md. Takes two minutes; leave the
# machine idle meanwhile.
speed-curve: python
	$(PYTHON) python/benchmarks/curve.py --format json > python/benchmarks/curve.json
	$(PYTHON) python/benchmarks/curve.py --results python/benchmarks/curve.json --page docs/speed.md

# The speed of training in docs/speed.md, beside JAX, on all cores. TRAIN="--network FILE
# --density .1" measures that network too, TRAIN="--rounds 5 --seconds 1" takes seven minutes
# in place of a quarter of an hour; leave the machine idle meanwhile.
speed-train: setup
	$(PYTHON) python/benchmarks/training.py $(TRAIN) --format json > cmd/rummygym/testdata/training.json
	go run ./internal/tools/docgen docs/speed.md

# What learners win after 2, 4 and 10 minutes from nothing, three seeds each, with one learner on each of two cores: five hours; what is
# measured is kept. STRENGTH="--only ppo --game gin" measures a part. Leave the machine idle meanwhile.
time-to-strength: build python .venv-clients/ready
	printf '0/2\n1/2\n' | xargs -P 2 -I '{}' $(PYTHON) python/benchmarks/strength.py --out $(OUT)/strength --part '{}' $(STRENGTH)
	$(PYTHON) python/benchmarks/strength.py --out $(OUT)/strength --results python/benchmarks/strength.json --picture $(OUT)/strength/strength.svg --page docs/speed.md

# An agent against the bots of the Rust crate gin-rummy-engine, at our tables and at theirs (examples/rivals/README.md): minutes of
# a core, but half an hour for mc:512. Stopped, the same command continues; more MATCHES and other SEEDs are added to what is there.
RIVALS := heuristic gold marjj mc:64
MATCHES := 400
AGENT := learned:standard
rivals test-rivals: build setup
	@if ! command -v cargo > /dev/null; then echo 'make $@ is skipped: there is no cargo (rustup.rs)'; \
	elif ! cargo fetch --quiet --locked --manifest-path examples/rivals/Cargo.toml; then echo 'make $@ is skipped: the crates cannot be fetched'; \
	else cargo build --quiet --release --locked --manifest-path examples/rivals/Cargo.toml --target-dir $(OUT)/rivals && \
	$(if $(findstring test,$@),RUMMYGYM_BINARY=$(CURDIR)/$(BIN) RUMMYGYM_RIVALS=$(CURDIR)/$(OUT)/rivals/release/rivals $(PYTHON) -m pytest examples/rivals,\
	nice -n 10 $(PYTHON) examples/rivals/play.py --agent '$(AGENT)' --matches $(MATCHES) --seed $(SEED) --out '$(OUT)/rivals/$(subst :,-,$(AGENT))' $(RIVALS)); fi

ci:
	.ci/run

clean:
	rm -rf bin dist $(OUT)
