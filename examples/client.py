#!/usr/bin/env python3
"""Lets an engine play twenty moves against itself over version 6 of the protocol:
python3 examples/client.py target/release/tochki"""
import subprocess
import sys


class Engine:
    def __init__(self, *command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def ask(self, request):
        try:
            self.process.stdin.write(f"1 {request}\n")
        except BrokenPipeError:
            pass  # The missing reply tells it.
        reply = self.process.stdout.readline()
        if not reply:
            raise EOFError(f"{request}: the engine has ended")
        words = reply.split()
        if words[:1] != ["="]:
            raise ValueError(f"{request}: {reply.strip()}")
        return words[3:]


engine = Engine(*(sys.argv[1:] or ["tochki"]))
engine.ask("init 8 8 1")
for number in range(20):
    x, y, colour = engine.ask(f"gen_move_with_time {number % 2} 50")
    engine.ask(f"play {x} {y} {colour}")
print(*engine.ask("board")[0].split("/"), sep="\n")
print("captured:", *engine.ask("score"))
engine.ask("quit")
engine.process.wait()
