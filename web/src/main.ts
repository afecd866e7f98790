import "./theme.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { begin } from "./words.ts";

const target = document.getElementById("app");
// Without its catalogue the page is in English.
if (target) begin().finally(() => mount(App, { target }));

// After everything else: whoever is here for the first time waits for nothing. Without it the page works as well.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => navigator.serviceWorker.register("/worker.js").catch(() => {}));
