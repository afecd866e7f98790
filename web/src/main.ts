import "./theme.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { begin } from "./words.ts";

const target = document.getElementById("app");
// Without its catalogue the page is in English.
if (target) begin().finally(() => mount(App, { target }));
