"""Pictures of the page, small enough to keep: 128 colours are plenty for what we draw."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image


def save(shot: bytes, path: Path) -> None:
    """A PNG as a browser makes it, reduced."""
    with Image.open(io.BytesIO(shot)) as picture:
        reduced = picture.convert("RGBA").quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        path.parent.mkdir(parents=True, exist_ok=True)
        reduced.save(path, optimize=True)
