"""What Windows does not have, hidden from our own modules: `python -c` with a copy of this file as sitecustomize.py.

Python itself and other packages keep what they have, for they look where they run; so a real server runs here, in which
nothing of ours may ask for what only POSIX has. It uses nothing of the tests.
"""

from __future__ import annotations

import asyncio
import builtins
import sys
from types import ModuleType
from typing import Any

OURS = "stammtisch"
MODULES = {
    "crypt", "fcntl", "grp", "nis", "ossaudiodev", "posix", "pty", "pwd", "readline", "resource", "spwd", "syslog",
    "termios", "tty",
}  # fmt: skip
HIDDEN = {
    "os": (
        "O_CLOEXEC O_DIRECTORY O_DSYNC O_NOCTTY O_NOFOLLOW O_NONBLOCK O_SYNC P_ALL P_PID WEXITED WNOHANG WNOWAIT "
        "chown chroot confstr ctermid eventfd fchdir fchmod fchown fdatasync fork forkpty fpathconf fstatvfs getegid "
        "geteuid getgid getgroups getloadavg getpgid getpgrp getpriority getresgid getresuid getsid getuid initgroups "
        "killpg lchown lockf mkfifo mknod nice openpty pathconf pipe2 posix_fadvise posix_fallocate posix_spawn "
        "posix_spawnp pread preadv pwrite pwritev readv register_at_fork sched_getaffinity sched_setaffinity "
        "sched_yield sendfile setegid seteuid setgid setgroups setpgid setpriority setsid setuid statvfs sync sysconf "
        "tcgetpgrp tcsetpgrp ttyname uname wait wait3 wait4 waitid writev"
    ),
    "select": "epoll kqueue poll",
    "signal": (
        "ITIMER_PROF ITIMER_REAL ITIMER_VIRTUAL SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGPROF "
        "SIGPWR SIGQUIT SIGSTOP SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU "
        "SIGXFSZ SIG_BLOCK SIG_SETMASK SIG_UNBLOCK alarm getitimer pause pthread_kill pthread_sigmask setitimer "
        "siginterrupt sigpending sigtimedwait sigwait sigwaitinfo"
    ),
    "socket": (
        "AF_NETLINK AF_PACKET AF_UNIX CMSG_LEN CMSG_SPACE MSG_DONTWAIT MSG_NOSIGNAL SCM_RIGHTS SO_BINDTODEVICE "
        "SO_PEERCRED SO_REUSEPORT TCP_CORK TCP_QUICKACK TCP_USER_TIMEOUT recv_fds send_fds"
    ),
    "time": "CLOCK_MONOTONIC CLOCK_REALTIME clock_getres clock_gettime pthread_getcpuclockid tzset",
}
"""By module, what it lacks on Windows."""


def hide() -> None:
    sys.modules["uvloop"] = None  # type: ignore[assignment]  # there is none, for others neither
    shown = {name: _without(__import__(name), hidden.split()) for name, hidden in HIDDEN.items()}
    find = builtins.__import__

    def find_less(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        asks = str((globals or {}).get("__name__")).partition(".")[0]
        if asks == OURS and level == 0:
            if name.partition(".")[0] in MODULES:
                raise ModuleNotFoundError(f"No module named {name!r}, as on Windows", name=name)
            if (module := name if fromlist else name.partition(".")[0]) in shown:
                return shown[module]
        return find(name, globals, locals, fromlist, level)

    builtins.__import__ = find_less
    for method in ("add_signal_handler", "remove_signal_handler", "add_reader", "add_writer"):
        setattr(asyncio.SelectorEventLoop, method, getattr(asyncio.AbstractEventLoop, method))  # which refuse


def _without(module: ModuleType, hidden: list[str]) -> ModuleType:
    less = ModuleType(module.__name__)
    vars(less).update({name: value for name, value in vars(module).items() if name not in hidden})
    return less


if __name__ == "sitecustomize":
    hide()
