/** How a seat looks, wherever it is drawn: one colour and one mark for one player. */

export interface Look {
  /** On paper, enamel and in the light theme. */
  paint: string;
  /** The same colour on dark ground. */
  bright: string;
  /** A shape that needs no colour, in a box of 64. */
  mark: string;
}

const LOOKS: [Look, ...Look[]] = [
  { paint: "#b9430f", bright: "#f58a54", mark: "M32 21a11 11 0 1 1 0 22a11 11 0 1 1 0-22z" },
  { paint: "#2f5d73", bright: "#8cc3dc", mark: "M32 19l13 22h-26z" },
  { paint: "#5b3fa0", bright: "#c0a9f5", mark: "M22 22h20v20h-20z" },
  { paint: "#3c6b2f", bright: "#9ed08c", mark: "M32 18l13 14l-13 14l-13-14z" },
  {
    paint: "#8a5f14",
    bright: "#d9a648",
    mark: "M32 17l4.2 9.6l10.4 1l-7.9 6.9l2.4 10.2l-9.1-5.4l-9.1 5.4l2.4-10.2l-7.9-6.9l10.4-1z",
  },
  { paint: "#9c2b54", bright: "#f29ab9", mark: "M28 19h8v9h9v8h-9v9h-8v-9h-9v-8h9z" },
  { paint: "#3f4f9e", bright: "#a9b6f5", mark: "M32 45l-13-22h26z" },
  { paint: "#6b5646", bright: "#d3bfa3", mark: "M25 19h14l8 13l-8 13h-14l-8-13z" },
];

export function lookOf(seat: number): Look {
  return LOOKS[seat % LOOKS.length] ?? LOOKS[0];
}

/** A seat's colour for text and lines, by the theme. */
export function colourOf(seat: number): string {
  const { paint, bright } = lookOf(seat);
  return `light-dark(${paint}, ${bright})`;
}
