import sys; sys.path[:0] = [open("/slot").read()]; import app
app.run()
