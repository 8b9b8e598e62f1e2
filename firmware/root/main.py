import sys
import umachine as m

n = m.mem32[0x40058018]
m.mem32[0x40058018] = n + 1
n < 3 and m.WDT(0, 4000)
sys.path[:0] = [(n < 1 and open("/slot").read()) or "/start"]
__import__("app app safe last".split()[n & 3]).run()
