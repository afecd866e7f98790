/** A finger that rests asks, and does not choose. */

const LONG = 400; // ms

export class LongPress {
  /** The press under way, or the last one, was a question. */
  asked = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;

  press(event: PointerEvent, ask: () => void): void {
    this.asked = false;
    this.#since = event.timeStamp;
    if (event.pointerType !== "touch") return;
    this.#timer = setTimeout(() => {
      this.asked = true;
      ask();
    }, LONG);
  }

  /** `event`: the finger was lifted. On a device that was busy meanwhile a short tap comes here late, and is no question. */
  release(event?: PointerEvent): void {
    clearTimeout(this.#timer);
    if (event && event.timeStamp - this.#since < LONG) this.asked = false;
  }
}
