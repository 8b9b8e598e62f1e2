"""Report of a self-test, part by part, for a file and for people."""

from __future__ import annotations

from dataclasses import asdict, dataclass

PASS, FAIL, SKIPPED = "pass", "fail", "skipped"
_WORKS = "Everything that was tested works."


@dataclass(frozen=True)
class PartResult:
    """Result for one part, judged ``by`` "person" or "device". ``note`` is a sentence or ""."""

    part: str
    verdict: str
    by: str
    note: str = ""


@dataclass(frozen=True)
class Report:
    """Results for all parts of one device. ``at`` is the time of the test in ISO 8601.

    ``stopped``: a person ended the test. The remaining parts were skipped.
    """

    at: str
    host: str
    uid: str
    board: str
    version: str
    parts: tuple[PartResult, ...]
    stopped: bool = False

    @property
    def passed(self) -> bool:
        """True if the test reached its end, at least one part passed and no part failed.

        Parts that were skipped on purpose do not count.
        """
        return not self.stopped and self._verdict == _WORKS

    @property
    def _verdict(self) -> str:
        verdicts = {each.verdict for each in self.parts}
        if FAIL in verdicts:
            return "Something does not work."
        return _WORKS if PASS in verdicts else "Nothing was tested."

    def fields(self) -> dict[str, object]:
        """Returns the report as an object for JSON."""
        return {**asdict(self), "passed": self.passed}

    def text(self) -> str:
        """Returns the report as text for people."""
        who = f"{self.board} {self.uid}, firmware {self.version}, pingblock {self.host}"
        lines = [f"{each.part:<8} {each.verdict:<8} {each.note}".rstrip() for each in self.parts]
        end = f"The test was stopped early. {self._verdict}" if self.stopped else self._verdict
        return "\n".join([f"Self-test of {who}", self.at, "", *lines, "", end])
