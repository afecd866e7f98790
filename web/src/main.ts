import "./theme.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { begin } from "./words.ts";

/** The words come first: nobody sees the page in a language that is not his. */
begin().finally(() => {
  const target = document.getElementById("app");
  if (target) mount(App, { target });
});
