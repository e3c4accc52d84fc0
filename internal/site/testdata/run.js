// Runs the engine in Node: requests come as lines of standard input, answers go to standard output but for those
// that only say how far a review is.
//
//	node run.js wasm_exec.js engine.wasm standard.safetensors=PATH belief.safetensors=PATH …
"use strict";
const fs = require("fs");
const [exec, program, ...weights] = process.argv.slice(2);
const paths = new Map(weights.map((word) => word.split("=")));
require(exec);

const requests = fs.readFileSync(0, "utf8").split("\n").filter(Boolean);
let next = 0;
globalThis.rummygym = {
  answer(text) {
    if (text.includes('"progress":')) return;
    if (text) fs.writeSync(1, text + "\n");
    if (next === requests.length) process.exit(0);
    const request = requests[next++];
    setImmediate(() => globalThis.rummygym.ask(request));
  },
  weights: async (name) => new Uint8Array(fs.readFileSync(paths.get(name))),
};
const go = new globalThis.Go();
WebAssembly.instantiate(fs.readFileSync(program), go.importObject).then(({ instance }) => go.run(instance));
