from pingblock.play.event_log import LINES, NOTICE_MS, EventLog


def event(kind, at_ms=0.0, **fields):
    return {"at_ms": at_ms, "source": "firmware", "kind": kind, **fields}


FAIR = event("battery", verdict="fair", open_mv=1, loaded_mv=1, milliohm=1)


def test_an_outcome_is_held_back_until_it_is_quiet_and_noted_once():
    log = EventLog()
    log.take([event("outcome", 100.0, outcome="laugh")])
    log.quiet(100.0 + NOTICE_MS - 1)
    assert log.shown is None
    for later_ms in (0.0, 100.0):
        log.quiet(100.0 + NOTICE_MS + later_ms)
    assert log.shown["outcome"] == "laugh"
    assert [line.text for line in log.log] == ["Villain's laugh. Pay the bank 5 coins."]


def test_only_the_blocks_own_button_and_a_check_that_was_asked_for_take_the_outcome_away():
    log = EventLog()
    log.take([event("replay", outcome="laugh"), FAIR])
    assert (log.shown["outcome"], log.battery) == ("laugh", FAIR)
    log.take([event("press", button="check")])
    assert log.shown["outcome"] == "laugh"
    log.take([FAIR])
    assert log.shown is FAIR
    log.take([event("press", button="block")])
    assert (log.shown, log.battery) == (None, FAIR)


def test_the_log_keeps_the_latest_lines_only():
    log = EventLog()
    for number in range(LINES + 5):
        log.note(0.0, "you", f"{number}")
    assert len(log.log) == LINES
    assert log.log[-1].text == f"{LINES + 4}"


def test_the_log_is_in_order_of_time_and_numbered_in_order_of_news():
    log = EventLog()
    for at_ms in (100.0, 300.0, 200.0, 300.0):
        log.note(at_ms, "block", f"at {at_ms}\x1b[2J")
    assert [(line.at_ms, line.number) for line in log.log] == [
        (100.0, 1), (200.0, 3), (300.0, 2), (300.0, 4),
    ]  # fmt: skip
    assert log.log[0].text == "at 100.0␛[2J"


def test_an_answer_that_only_confirms_makes_no_line():
    log = EventLog()
    log.take([event("reply", id=1, ok={"settings": {"volume": 2, "profile": "junior"}})])
    assert log.log == ()
    assert (log.volume, log.profile) == (2, "junior")


def test_an_outcome_that_is_replayed_at_once_is_told_before_its_replay():
    log = EventLog()
    log.take([event("outcome", 100.0, outcome="laugh"), event("replay", 900.0, outcome="laugh")])
    log.quiet(2000.0)
    assert log.shown["kind"] == "replay"
    assert [line.text for line in log.log] == [
        "Villain's laugh. Pay the bank 5 coins.",
        "Again: Villain's laugh.",
    ]
