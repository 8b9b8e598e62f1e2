# Pingblock. The two that matter: `make play` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?=
BUDGET_S ?= 600
SEED ?= 1
EXAMPLES := $(or $(EXAMPLES),$(shell date +%s))
ONLY ?=
# Of this folder: in another one, to which the project was moved, they are not there.
PLACE := $(shell pwd | cksum | cut -d ' ' -f 1)
READY := $(VENV)/ready-$(PLACE)
COMPILED := $(VENV)/compiled-$(PLACE)
BROWSERS := $(VENV)/browsers-$(PLACE)
TOOLS := $(VENV)/tools-$(PLACE)
HARDWARE := $(VENV)/hardware-$(PLACE)
# What the commands need beyond the wheel's own; see pyproject.toml.
USUAL := cards,chip,desk,sounds
EXTRAS = $(USUAL),turbo
EVERYTHING = dev,docs,$(USUAL),turbo,study
# With LOCKED=1, as a release is built: only what the lock file names, by its hashes.
LOCKED ?=
LOCK := tools/release/build.txt
LOCKED_STUBS := tools/release/typings.txt
ifneq ($(LOCKED),)
EXTRAS = $(EVERYTHING)
endif
# What is imported is compiled then: half of what pip would compile never is.
QUIETLY := --quiet --disable-pip-version-check --no-compile
ifeq ($(LOCKED),)
INSTALL = $(BIN)/python -m pip install $(QUIETLY) -e '.[$(EXTRAS)]'
else
INSTALL = ($(BIN)/python -m pip install $(QUIETLY) --require-hashes -r $(LOCK) && \
	$(BIN)/python -m pip install $(QUIETLY) --no-deps --no-build-isolation --no-index -e .)
endif
STUBS := micropython-rp2-rpi-pico-stubs==1.28.0.*
TESTS ?=

.PHONY: help command setup words engine engines image old-image pyodide play test test-all calm imports lint types check unit golden
.PHONY: bench mutants plots soak reliability install page one-file images docs release walks clean hardware hardware-check
.DEFAULT_GOAL := help

help:  ## lists what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

command: $(COMPILED)  ## builds .venv with the `pingblock` command in it

setup: $(TOOLS) $(BROWSERS) engines image  ## the same, with all that tests and checks need

engines: $(COMPILED)
	-@$(BIN)/python -m tools.engine
	-@$(BIN)/python -m tools.pyodide

# Where it cannot be built, those tests are skipped and say why.
image: $(COMPILED)  ## builds the images that the tests on the emulated chips boot
	-@sh tools/image-packages.sh
	-@$(BIN)/python -m tools.slots

old-image: image  ## builds the image of Pingblock 0.1, which only tests of `make test-all` need
	-@$(BIN)/python -m tests.frozen_release

engine: command  ## builds MicroPython for the engine `wasm`, once for each change of engine/port
	$(BIN)/python -m tools.engine

# What is there already in this folder stays; after the folder was moved all is made anew, since a
# virtual environment knows its place by heart. The newest pip takes half as long as one of 2023.
$(READY): pyproject.toml Makefile tools/system-packages.sh
	sh tools/system-packages.sh $(PYTHON)
	[ -e $@ ] || $(PYTHON) -m venv --clear $(if $(LOCKED),,--upgrade-deps) $(VENV)
	$(INSTALL)
	echo '$(EXTRAS)' > $@

$(COMPILED): $(READY)
	$(BIN)/python -m pingblock.virtual.chip.turbo.build
	-@$(BIN)/python -m tools.engine --unless-desk
	touch $@

# What is set up for tests from the start is installed in one go.
$(TOOLS): EXTRAS = $(EVERYTHING)
$(TOOLS): $(READY) tools/viper.pyi
	grep -q dev $(READY) || $(INSTALL)
	rm -rf build/typings
	$(BIN)/python -m pip install $(QUIETLY) --target build/typings $(if $(LOCKED),--require-hashes -r $(LOCKED_STUBS),'$(STUBS)')
	cat tools/viper.pyi >> build/typings/stdlib/builtins.pyi
	touch $@

$(BROWSERS): $(READY) tools/page-packages.sh
	sh tools/page-packages.sh
	touch $@

pyodide: command  ## gets Python for browsers by npm, for the tables of `make page`
	$(BIN)/python -m tools.pyodide

play: command  ## opens the virtual Question Block as a page in the browser, or prints its address
	$(BIN)/pingblock play

# One process compiles what all workers will import, for a third of what each by itself would take.
# Engines are built beside it, checks run beside the tests: both leave a core idle at times.
test: $(TOOLS)  ## runs every check and every test
	$(MAKE) --jobs=2 setup imports types
	$(MAKE) --jobs=2 unit lint check

imports:
	-@PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n 0 --collect-only -q > /dev/null

test-all: setup old-image lint types check  ## like test, with rare cases, and each scenario on each engine
	$(BIN)/pytest -n auto --dist worksteal --everything

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell
	$(BIN)/python -m tools.page_format

types: types-host types-page types-firmware

types-host:
	$(BIN)/mypy

types-page:
	$(BIN)/python -m tools.page_types

types-firmware:
	$(BIN)/mypy --config-file mypy-firmware.ini firmware

check:  ## compiles every firmware file with mpy-cross, as the device would get it
	$(BIN)/python -m pingblock.image.mpy firmware

# The workers are as many as the cores: numpy needs no threads of its own beside them.
# What Python compiles is kept, for the workers and the programs that they start.
unit:  ## runs every test, on all cores
	PYTHONDONTWRITEBYTECODE= OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n auto --dist worksteal

calm: setup  ## every test beside busy loops and in the background, parts in odd environments; TESTS= names a part
	sh tools/calm.sh $(TESTS)

golden: setup  ## writes the transcripts and the tables of docs/commands.md anew, to look at what has changed
	$(BIN)/python -m tests.scenarios.transcripts
	$(BIN)/python -m tools.docs.printed

bench: setup  ## measures speed and memory on the emulated chip, beside its peers
	$(BIN)/python -m benchmarks

mutants: setup  ## lists wrong changes that no test notices: ONLY= folders or files, BUDGET_S=600
	$(BIN)/python -m tools.mutants --budget $(BUDGET_S) --seed $(SEED) $(ONLY)

words: setup  ## brings the catalogues of languages up to date with the sources; FROM= takes one over
	$(BIN)/python -m tools.words $(FROM)

plots: setup  ## draws how the worms move, the tunes, and the picture of CONTRIBUTING.md
	$(BIN)/python -m tools.pictures.plots
	$(BIN)/python -m tools.pictures.sound_plots
	$(BIN)/python -m tools.pictures.places_picture

screenshots: setup  ## takes pictures of the page, of every scene; ONLY= names scenes
	$(BIN)/python -m tests.page.screenshots $(ONLY)
	$(if $(ONLY),,$(BIN)/python -m tests.page.table_screenshots && $(BIN)/python -m tests.page.film_strip)

reliability: setup  ## power cuts, hostile lines, hours of play: some more of each, and the table
	$(BIN)/python -m reliability some

$(HARDWARE): $(TOOLS) tools/hardware-packages.sh
	sh tools/hardware-packages.sh
	$(BIN)/python -m pip install $(QUIETLY) -e '.[dev,$(USUAL),turbo,hardware]'
	$(BIN)/python -m pip install $(QUIETLY) --no-deps InteractiveHtmlBom==2.12.0  # Debian has the rest
	touch $@

hardware: $(HARDWARE)  ## makes what is stale in hardware/; ALL=1 makes everything
	$(BIN)/python -m tools.hardware $(if $(ALL),--all)
	$(BIN)/python -m tools.hardware.pcb_page

hardware-check: $(HARDWARE)  ## proves circuits, drawings, simulations and printed parts
	$(BIN)/pytest -n auto --dist worksteal tests/unit/hardware tests/hardware

soak: setup  ## new examples for Hypothesis, then long runs; goes on where it was stopped
	@echo "Hypothesis draws by EXAMPLES=$(EXAMPLES)"
	$(BIN)/pytest -n auto -m hypothesis --hypothesis-profile new --hypothesis-seed $(EXAMPLES) tests/unit
	$(BIN)/pytest tests/soak

install: command  ## puts the firmware on a real Pico; with several: make install PORT=/dev/ttyACM0
	$(BIN)/pingblock install $(if $(PORT),--port "$(PORT)")

page: engine pyodide  ## makes dist/page, the page with the engine in it, for any static host
	$(BIN)/python -m tools.page_bundle dist/page

one-file: engine pyodide  ## makes dist/pingblock.html and pingblock-tables.html, which a double click opens
	$(BIN)/python -m tools.one_file dist

images: command  ## makes build/slots/*.uf2, MicroPython with the firmware in it; ONLY= names one
	sh tools/image-packages.sh
	$(BIN)/python -m tools.slots $(ONLY)

docs: setup engine  ## makes build/site, the documentation with the page in it, for any static host
	$(BIN)/python -m tools.docs build/site

# The same bytes whenever it is called: the time in them is that of the last commit.
release: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
release: setup engine images  ## makes all that people download in dist/: wheel, images, page, docs, cards, sums
	$(BIN)/python -m tools.release dist

walks: setup  ## walks through the first minutes of each kind of user, on the files of `make release`
	$(BIN)/pytest -n 0 -k first_minutes -rP tests/page

clean:  ## removes what was built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
