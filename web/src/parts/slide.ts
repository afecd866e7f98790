/** Things that have gone from one place to another slide there. A thing names itself and its place in the document:
 * `data-thing="26" data-place="grill"`. Measure before the page changes, slide after it. */

import { still } from "./motion.ts";

export class Slides {
  #before = new Map<string, { place: string; box: DOMRect }>();

  measure(root: HTMLElement): void {
    this.#before.clear();
    for (const { name, place, box } of things(root)) this.#before.set(name, { place, box });
  }

  slide(root: HTMLElement): void {
    if (still()) return;
    for (const { name, place, box, element } of things(root)) {
      const was = this.#before.get(name);
      if (!was || was.place === place || !box.width) continue;
      const there = `translate(${was.box.left - box.left}px, ${was.box.top - box.top}px)`;
      const size = `scale(${was.box.width / box.width}, ${was.box.height / box.height})`;
      const common = { transformOrigin: "0 0", zIndex: 9 };
      element.animate(
        [
          { ...common, transform: `${there} ${size}` },
          { ...common, transform: "none" },
        ],
        {
          duration: 300,
          easing: "cubic-bezier(0.3, 0, 0.2, 1)",
        },
      );
    }
  }
}

function* things(root: HTMLElement) {
  for (const element of root.querySelectorAll<HTMLElement>("[data-thing]")) {
    const { thing: name = "", place = "" } = element.dataset;
    yield { name, place, box: element.getBoundingClientRect(), element };
  }
}
