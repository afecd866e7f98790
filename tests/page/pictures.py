"""Pictures of the page, small enough to commit: 256 colours are plenty for what we draw."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image


def save(shot: bytes, path: Path) -> None:
    """A PNG as a browser makes it, reduced."""
    with Image.open(io.BytesIO(shot)) as picture:
        if picture.convert("RGBA").getchannel("A").getextrema() == (255, 255):
            reduced = picture.convert("RGB").quantize(256, Image.Quantize.MEDIANCUT)
        else:  # only this way keeps what is transparent
            reduced = picture.convert("RGBA").quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        path.parent.mkdir(parents=True, exist_ok=True)
        reduced.save(path, optimize=True)
