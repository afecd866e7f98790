/** The seven colours, each with a symbol of its own for those who do not tell colours apart. */

interface Colour {
  fill: string;
  ink: string;
  /** The symbol, drawn in a square of 24. */
  symbol: string;
}

export const COLOURS: readonly Colour[] = [
  {
    fill: "#c9252b",
    ink: "#fff6ee",
    symbol:
      "M12 21C5.2 16 2 12.3 2 8.6 2 5.6 4.3 3.4 7 3.4c2 0 4 1.2 5 3.3 1-2.1 3-3.3 5-3.3 2.7 0 5 2.2 5 5.2 0 3.7-3.2 7.4-10 12.4z",
  },
  { fill: "#f08a24", ink: "#2a1500", symbol: "M12 2.5 22.5 21h-21z" },
  { fill: "#ffd531", ink: "#2a1f00", symbol: "M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19z" },
  {
    fill: "#1f7a3b",
    ink: "#f3ffec",
    symbol:
      "M12 1.5a4.9 4.9 0 0 1 4.6 6.7 4.9 4.9 0 1 1-3 8.3c.2 2.3.9 4.3 2.4 6H8c1.5-1.7 2.2-3.7 2.4-6a4.9 4.9 0 1 1-3-8.3A4.9 4.9 0 0 1 12 1.5z",
  },
  {
    fill: "#2364c8",
    ink: "#f0f6ff",
    symbol: "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z",
  },
  { fill: "#7d3cb5", ink: "#fbf2ff", symbol: "M12 1 21.5 12 12 23 2.5 12z" },
  {
    fill: "#fbf7ee",
    ink: "#2b1d14",
    symbol: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 5.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z",
  },
];
