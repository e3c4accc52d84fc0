// Light and dark: the scheme of the system, unless the reader chooses one. The choice is kept where the
// browser lets a page keep something.

import { useState } from "preact/hooks";
import { Choice } from "./controls.js";
import { html } from "./html.js";

const key = "rummygym-scheme";

function kept() {
  try {
    return localStorage.getItem(key) ?? "auto";
  } catch {
    return "auto"; // storage is forbidden here
  }
}

function apply(scheme) {
  if (scheme === "auto") delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
}

apply(kept()); // before anything is drawn

export function SchemeChoice() {
  const [scheme, setScheme] = useState(kept);
  const choose = (scheme) => {
    setScheme(scheme);
    apply(scheme);
    try {
      localStorage.setItem(key, scheme);
    } catch {
      // it holds for this page only
    }
  };
  return html`<${Choice} label="Colours" value=${scheme} choose=${choose} options=${[["auto", "System"], ["light", "Light"], ["dark", "Dark"]]} />`;
}
