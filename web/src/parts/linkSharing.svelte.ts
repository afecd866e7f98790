/** A link to give away: copied, shared, or shown as a code to scan. */

export class LinkSharing {
  /** What came of it. */
  said = $state("");
  /** The code as a picture; empty: it is not shown. */
  code = $state("");
  readonly #link: () => string;

  constructor(link: () => string) {
    this.#link = link;
  }

  async copy(thanks: string): Promise<void> {
    const link = this.#link();
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ url: link });
      else await navigator.clipboard.writeText(link);
      this.said = thanks;
    } catch {
      this.said = link; // no clipboard: it can be copied by hand
    }
  }

  async scan(): Promise<void> {
    if (this.code) this.code = "";
    else {
      const { renderSVG } = await import("uqr");
      this.code = `data:image/svg+xml,${encodeURIComponent(renderSVG(this.#link(), { border: 2 }))}`;
    }
  }
}
