import pack; pack.mount(); import app; app.run()  # one line: compiling takes 0.5 ms each
