// Elements as tagged templates.

import htm from "htm";
import { h } from "preact";

export const html = htm.bind(h);

/** The names of classes that are not false, as one string. */
export const classes = (...names) => names.filter(Boolean).join(" ");
