"""Report of a self-test, part by part, for a file and for people."""

from __future__ import annotations

from dataclasses import asdict, dataclass

PASS, FAIL, SKIPPED = "pass", "fail", "skipped"


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
        return not self.stopped and FAIL not in self._verdicts and PASS in self._verdicts

    @property
    def _verdicts(self) -> set[str]:
        return {each.verdict for each in self.parts}

    def _sentence(self) -> str:
        if FAIL in self._verdicts:
            return "Something does not work."
        if PASS not in self._verdicts:
            return "Nothing was tested."
        return "Everything that was tested works."

    def fields(self) -> dict[str, object]:
        """Returns the report as an object for JSON."""
        return {**asdict(self), "passed": self.passed}

    def text(self) -> str:
        """Returns the report as text for people."""
        who = f"{self.board} {self.uid}, firmware {self.version}, pingblock {self.host}"
        lines = [f"{each.part:<8} {each.verdict:<8} {each.note}".rstrip() for each in self.parts]
        end = ("The test was stopped early. " if self.stopped else "") + self._sentence()
        return "\n".join([f"Self-test of {who}", self.at, "", *lines, "", end])
