"""Run `cis login --key` at a terminal: type an id, and then a text. Prints the screen and the exit code."""

import os
import pty
import signal
import sys

program, text = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    os.execv(program, [program, "login", "--key"])
screen = b""


def read_until(expected: bytes) -> None:
    global screen
    while expected not in screen:
        screen += os.read(terminal, 4096)


read_until(b"Client id: ")
os.write(terminal, b"key_1\r")
read_until(b"Client secret: ")
signal.alarm(60)  # A program that does not end must not outlive its test.
os.write(terminal, text.encode())
try:
    while part := os.read(terminal, 4096):
        screen += part
except OSError:
    pass  # The terminal of a process that has ended.
_, status = os.waitpid(pid, 0)
print(screen.decode())
print("exit", os.waitstatus_to_exitcode(status))
