import "./theme.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { begin } from "./translation.ts";

/** The words come first: nobody sees the page in a language that is not his. */
begin().finally(() => {
  const target = document.getElementById("app");
  if (target) mount(App, { target });
});

// After everything else: whoever is here for the first time waits for nothing. Without it the page works as well.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => navigator.serviceWorker.register("/worker.js").catch(() => {}));
