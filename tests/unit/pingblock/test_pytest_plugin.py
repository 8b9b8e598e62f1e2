"""The plugin in the tests of another project."""

import pytest

from pingblock.virtual.virtual_device import Bench

pytest_plugins = ["pytester"]
# The package can be installed with its entry point, so that must be disabled here.
PLUGIN = ("-p", "no:pingblock", "-p", "pingblock.pytest_plugin", "-p", "no:cacheprovider")
# Its handler of SIGSEGV would replace WebAssembly's in this process. Then an invalid pointer in a
# firmware that a later test runs would end the process.
PLUGIN += ("-p", "no:faulthandler")


@pytest.fixture
def passes(pytester, usable_desk):
    """Runs tests with the plugin. All must pass."""

    def run(text, *options, **outcomes):
        pytester.makepyfile(text)
        result = pytester.runpytest(*PLUGIN, *options)
        result.assert_outcomes(**(outcomes or {"passed": text.count("def test_")}))
        return result

    return run


def test_device_and_bench_are_new_in_each_test_without_waiting(passes, monkeypatch):
    closed = []
    monkeypatch.setattr(Bench, "close", lambda bench: closed.append(bench.engine.close()))
    passes(
        """
        import time
        import pytest
        from pingblock.errors import LinkLost

        def test_press_by_hand(pingblock_device, pingblock_bench):
            pingblock_bench.press()
            assert pingblock_device.wait_for("outcome")["draw"] == 1
            assert pingblock_bench.events("outcome")[0]["draw"] == 1

        def test_press_by_link(pingblock_device, pingblock_bench, monkeypatch):
            monkeypatch.setattr(time, "sleep", None)
            assert pingblock_device.status()["draws"] == 0
            outcome = pingblock_device.press()
            assert outcome.draw == 1
            assert pingblock_bench.events("outcome")[0]["outcome"] == outcome.outcome
            pingblock_bench.advance(3_600_000)
            assert pingblock_bench.now_ms > 3_600_000

        def test_cable(pingblock_device, pingblock_bench):
            pingblock_bench.unplug()
            pingblock_bench.advance(500)
            with pytest.raises(LinkLost):
                pingblock_device.status()
            pingblock_device.close()
            pingblock_bench.plug()
            pingblock_bench.advance(500)
            assert pingblock_device.open().status()["usb"]
        """
    )
    assert len(closed) == 3


def test_seed_and_engine_come_from_options_or_a_marker(passes):
    test = """
        import pytest

        @pytest.mark.parametrize("n", range(2))
        def test_draws(pingblock_device, n, record_property):
            assert pingblock_device.hello.seeded
            print("drew", pingblock_device.press())

        @pytest.mark.pingblock("desk", 7, files={"/note": b"hi"})
        def test_marked(pingblock_device, pingblock_bench):
            assert pingblock_bench.engine.name == "desk"
            assert pingblock_bench.engine.device_files()["/note"] == b"hi"
            print("marked", pingblock_device.press())
        """

    def drawn(seed, word):
        told = passes(test, "-s", "--pingblock-seed", seed, "--pingblock-engine=desk", passed=3)
        return [line.partition(word)[2] for line in told.outlines if f"{word} Outcome(" in line]

    first, other = drawn("7", "drew"), drawn("12", "drew")
    assert len(set(first)) == 1
    assert first != other
    assert drawn("12", "marked") == first[:1]


def test_missing_engine_skips_the_test_with_the_reason(passes):
    conftest = """
        from importlib import import_module

        import pytest
        from pingblock.errors import Unavailable

        @pytest.fixture(autouse=True)
        def none(monkeypatch):
            def open_bench(*arguments, **more):
                raise Unavailable("There is no engine here.")

            module = import_module("pingblock.virtual.bench_port")
            monkeypatch.setattr(module, "open_bench", open_bench)

        def test_it(pingblock_device):
            pass
        """
    told = passes(conftest, "-rs", skipped=1)
    told.stdout.fnmatch_lines(["*There is no engine here.*"])


def test_fixtures_and_marker_are_listed_with_their_help(pytester):
    told = pytester.runpytest(*PLUGIN, "--fixtures", "--markers").stdout
    assert "pingblock(engine, seed, files)" in told.str()
    told = pytester.runpytest(*PLUGIN, "--fixtures").stdout
    told.fnmatch_lines(["*pingblock_bench*", "*A virtual device that has started*"])
