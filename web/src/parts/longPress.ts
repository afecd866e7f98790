/** A finger that rests asks, and does not choose. */

const LONG = 400; // ms

export class LongPress {
  /** The press under way, or the last one, was a question. */
  asked = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  press(event: PointerEvent, ask: () => void): void {
    this.asked = false;
    if (event.pointerType !== "touch") return;
    this.#timer = setTimeout(() => {
      this.asked = true;
      ask();
    }, LONG);
  }

  release(): void {
    clearTimeout(this.#timer);
  }
}
