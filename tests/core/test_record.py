"""Record: declared fields, copies, keys, JSON."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.core.errors import ParseError
from stammtisch.core.record import Record, row


class Plain(Record):
    """Two fields, and two attributes that are none."""

    WIDE = ("count",)
    LIMITS = (1, 2)
    word = "no field"
    count = 3
    cells = row(2, 7)


def test_a_kind_of_older_rules_has_fields_besides() -> None:
    class Older(Plain):
        last = 4

    class Between(Plain):
        LAYOUT = (("last", 2), *Plain.LAYOUT)
        last = row(2)

    assert Older().to_json() == {"count": 3, "cells": [7, 7], "last": 4}
    assert list(Between().to_json()) == ["last", "count", "cells"]
    assert Older().frozen().copy() == Older() != Plain()
    assert Older.from_json(Older().to_json()) == Older()


def test_fields_are_the_ints_and_rows_in_order_of_declaration() -> None:
    assert Plain.LAYOUT == (("count", 0), ("cells", 2))
    assert vars(Plain()) == {"count": 3, "cells": [7, 7]}


def test_records_do_not_share_rows() -> None:
    one, other = Plain(), Plain()
    one.cells[0] = 1
    assert other.cells == [7, 7]
    assert Plain.cells == [7, 7]


def test_a_copy_is_equal_and_separate() -> None:
    one = Plain()
    twin = one.copy()
    assert twin == one
    assert twin.key() == one.key() == (3, (7, 7))
    twin.cells[1] = 0
    twin.count = 4
    assert vars(one) == {"count": 3, "cells": [7, 7]}
    assert twin != one
    assert twin.key() != one.key()


def test_a_record_is_only_equal_to_its_kind() -> None:
    class Other(Record):
        count = 3
        cells = row(2, 7)

    assert Plain() != Other()
    assert Plain() != {"count": 3, "cells": [7, 7]}


def test_a_record_can_be_changed_and_so_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Plain())


def test_json_round_trip() -> None:
    one = Plain()
    one.count, one.cells[0] = -(2**31), 2**7 - 1
    assert Plain.from_json(one.to_json()) == one
    assert repr(one) == "<Plain {'count': -2147483648, 'cells': [127, 7]}>"


def test_unknown_fields_are_ignored() -> None:
    assert Plain.from_json({"count": 1, "cells": [0, 0], "later": "x"}).count == 1


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ([], "must be an object with the fields count, cells"),
        ({"count": 1}, "lacks its field 'cells'"),
        ({"count": "1", "cells": [0, 0]}, "'count' must be a whole number of 32 bits, not '1'"),
        ({"count": True, "cells": [0, 0]}, "'count' must be a whole number"),
        ({"count": 1.0, "cells": [0, 0]}, "'count' must be a whole number"),
        ({"count": 2**31, "cells": [0, 0]}, "'count' must be a whole number of 32 bits"),
        ({"count": 1, "cells": [0]}, "'cells' must be a list of 2 whole numbers"),
        ({"count": 1, "cells": [0, 0, 0]}, "'cells' must be a list of 2 whole numbers"),
        ({"count": 1, "cells": [0, None]}, "'cells' must be a list of 2 whole numbers"),
        ({"count": 1, "cells": [0, -(2**7) - 1]}, "'cells' must be a list of 2 whole numbers of 8 bits"),
        ({"count": 1, "cells": "00"}, "'cells' must be a list of 2 whole numbers"),
    ],
)
def test_anything_else_is_refused(data: Any, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        Plain.from_json(data)
