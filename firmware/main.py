import pack; pack.mount(); import app; app.run()  # noqa: E702  one line: compiling takes 0.5 ms each
