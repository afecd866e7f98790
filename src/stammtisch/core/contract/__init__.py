"""What the house asks of a game. Each file of a game's folder has a contract here, and each contract has its defaults.

    text.py      Text        what everything is called, and what happens in words
    check.py     Check       what every position has in form
    fields.py    Fields      what the fields of its State say, for programs that learn
    about.py     About       its short name, colour, company, how long it takes
    page.py      Page        what a board shows that follows from the rules
    sheet.py     Sheet       the score sheet of a tournament
    schemes.py   Schemes     tournament schemes of its own
    lesson.py    LessonFile  a lesson in a few scenes
    drawings.py  Drawings    the drawings of its book.md
    bots.py      Bots        its bots
    advice.py    Advice      what moves are worth
    lockstep.py  LockStep    many games of its bots at once
    solve.py     Solver      exact odds
    exploit.py   Exploit     how often a bot is beaten by one who knows it
    whole_game.py  WholeGame  the game solved to its end, where few positions can come
    puzzles.py   Puzzles     what makes a puzzle
    strategy.py  Strategy    a page about good play

text.py, rules.py and rules.md are required; a game has whatever else it likes. The contract of rules.py is core/bind.py
with core/defaults.py; rules.md is read by core/rulebook.py, and book.md, which is optional, by core/book.py.
"""
