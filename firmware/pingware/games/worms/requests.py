"""Requests of the Wiggly Worms. The first one loads this module."""

from pingware.games.worms import options, rules


class WormsHandlers:
    """The requests ``worms``, ``worms_set`` and ``worms_score``.

    Args:
        stage: ``app.play.stage.Stage``.
        play: ``games.worms.play.WormsPlay``.
    """

    def __init__(self, stage, play):
        self._stage = stage
        self._play = play
        self.handlers = {"worms": self._worms, "worms_set": self._set, "worms_score": self._score}

    def _worms(self, request):
        answer = {}
        now_ms = self._stage.now_ms()
        if "run" in request:
            play = self._play
            answer["reply"] = (play.start if request["run"] == "start" else play.stop)(now_ms)
            self._stage.stir()
        answer.update(self._play.status(now_ms))
        answer["settings"] = self._stage.settings.part(options.SETTINGS)
        return answer

    def _set(self, request):
        chosen = self._stage.settings
        waits = self._play.busy and any(name in request for name in options.NEW_GAME)
        if not waits:
            chosen.change({name: request[name] for name in options.SETTINGS if name in request})
        reply = rules.BUSY if waits else rules.DONE
        return {"reply": reply, "settings": chosen.part(options.SETTINGS)}

    def _score(self, request):
        player, now_ms = request["player"], self._stage.now_ms()
        play = self._play
        reply = play.match(player, now_ms) if request["by"] > 0 else play.undo(player, now_ms)
        self._stage.stir()
        return {"reply": reply}
