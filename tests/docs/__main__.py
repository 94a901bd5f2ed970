"""`python -m tests.docs`: print the generated pages of `docs`, or store them with `--write`."""

import argparse

from tests.docs.events import PAGE, page


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.docs", description=__doc__)
    parser.add_argument("--write", action="store_true", help="store the pages")
    if parser.parse_args().write:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        print(page(), end="")


if __name__ == "__main__":
    main()
