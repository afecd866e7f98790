import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** The built page goes into the Python package, which serves it: users need no Node. */
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/stammtisch/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy of the server allows no inline scripts or fonts
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
});
