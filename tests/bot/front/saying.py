"""A program that says what it was started as, for the tests of how programs are started."""

import json
import multiprocessing
import os
import signal
import sys

if __name__ == "__main__":
    said = {
        "arguments": sys.argv[1:],
        "environment": os.environ["SAYING"],
        "folder": os.getcwd(),  # noqa: PTH109 - as a program sees it
        "leads its session": os.getsid(0) == os.getpid(),
        "parent": str(multiprocessing.parent_process()),
        "name": multiprocessing.current_process().name,
        "input": sys.stdin.read(),
        "files": [n for n in range(3, 64) if os.path.exists(f"/proc/self/fd/{n}")],  # noqa: PTH110
        "interrupt": str(signal.getsignal(signal.SIGINT) is signal.default_int_handler),
        "module": sys.modules["__main__"].__spec__.name,  # type: ignore[union-attr]
    }
    print(json.dumps(said))
    print("beside it", file=sys.stderr)
    sys.exit(3)
