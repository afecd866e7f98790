"""Play in a terminal: boards in colour or in plain lines, people and bots at one keyboard. Names no game.

What the terminal asks of a game's text.py (a view is a position as one seat sees it):

    TITLE SUMMARY LETTER OPTIONS WHY      name, one line, letter of the rules, help for options, reasons of refusals
    SCORE                                 what a score counts, a Unit; points, if it is missing
    move_name(m)  outcome_name(m)
    board(view, names)                    plain lines that can be read aloud
    picture(view, names)                  the same for a colour terminal of 80 columns, as rich markup
    leads_to(view, move, names)           what a legal move would lead to, in a few words
    tell(before, move, names)             a move in words
    tell_chance(before, outcomes, names)  a run of chance outcomes in words
    applies(view)                         numbers of the rules' paragraphs that govern this decision

And what a server asks of it (server/play.py), both False if they are missing:

    DRAFTS                                others see the moves of a turn only when it is done
    BY_HAND                               players themselves throw the dice that begin their turns
"""
