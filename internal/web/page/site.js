// The entry of the play page, with the engine in a worker.

import { run } from "./play.js";

run(document.getElementById("page"));
