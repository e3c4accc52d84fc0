// The entry of the page of rummygym serve.

import { html } from "./html.js";
import { Library } from "./library.js";
import { run } from "./play.js";

run(document.getElementById("page"), (show) => html`<${Library} show=${show} />`);
