import app; app.run()  # noqa: E702  one line: compiling source costs 0.5 ms a line at boot
