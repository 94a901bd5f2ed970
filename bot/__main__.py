"""`python -m bot`: the command line. Workers import this file too, so it must stay this small."""

if __name__ == "__main__":
    from bot.cli import main

    raise SystemExit(main())
