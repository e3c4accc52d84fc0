// Where the reader stands, in the fragment of the address: #event=12&view=0, and in a line of a review
// &line=1&step=2. Events, lines and steps count from 1.

import { ALL } from "./table.js";

/** The fragment of a place. */
export function fragmentOf({ at, viewer, line, step }, usual = ALL) {
  const f = new URLSearchParams({ event: at + 1 });
  if (viewer !== usual) f.set("view", viewer);
  if (line !== undefined) {
    f.set("line", line + 1);
    f.set("step", step + 1);
  }
  return `#${f}`;
}

const whole = (text) => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : undefined);

/** The place that a fragment names: numbers may be out of range, and what it does not name is undefined. */
export function placeOf(fragment) {
  const f = new URLSearchParams(fragment.replace(/^#/, ""));
  const number = (name) => {
    const n = whole(f.get(name));
    return n > 0 ? n - 1 : undefined;
  };
  const view = f.get("view");
  const line = number("line");
  return { at: number("event"), viewer: whole(view) ?? view ?? undefined, line, step: line === undefined ? undefined : (number("step") ?? 0) };
}

const rest = 150; // milliseconds; browsers limit how often a page writes its address

/** Writes the fragment into the address soon, where the page has an address of its own. Returns how to call it off. */
export function writeFragment(fragment) {
  if (location.protocol === "about:" || location.hash === fragment) return undefined;
  const timer = setTimeout(() => history.replaceState(history.state, "", fragment), rest);
  return () => clearTimeout(timer);
}
