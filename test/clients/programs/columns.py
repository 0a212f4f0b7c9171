"""Run a command at a terminal with a number of columns. Prints what it prints, and ends with its exit code."""

import fcntl
import os
import pty
import struct
import sys
import termios

columns, *command = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    # Before the program starts, which reads the size once.
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(columns), 0, 0))
    os.execv(command[0], command)
screen = b""
try:
    while part := os.read(terminal, 65536):
        screen += part
except OSError:
    pass  # The terminal of a process that has ended.
_, status = os.waitpid(pid, 0)
sys.stdout.write(screen.decode().replace("\r\n", "\n"))
sys.exit(os.waitstatus_to_exitcode(status))
