import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** Puts worker.js beside the page, with the names of what it is to keep. */
function worker(): Plugin {
  return {
    name: "worker",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => /^assets\/.*\.(js|css)$/.test(name))
        .map((name) => `/${name}`)
        .sort();
      const build = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
      const names = `const FILES = ${JSON.stringify(files)};\nconst BUILD = "${build}";\n`;
      const source = names + readFileSync(new URL("worker.js", import.meta.url), "utf8");
      this.emitFile({ type: "asset", fileName: "worker.js", source });
    },
  };
}

/** The built page goes into the Python package, which serves it: users need no Node. */
export default defineConfig({
  plugins: [svelte(), worker()],
  build: {
    outDir: "../src/stammtisch/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy of the server allows no inline scripts or fonts
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
});
