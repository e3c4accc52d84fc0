// The worker of the play page: runs the engine, a WebAssembly program of Go. wasm_exec.js is Go's own. The engine
// is compressed by gzip, which browsers unpack, whether or not the host compresses what it serves.
/* global Go, importScripts */

importScripts("wasm_exec.js");

/** The response with a file. */
async function file(name) {
  const response = await fetch(name).catch(() => {
    throw new Error(`${name} cannot be loaded: go online and try again`);
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response;
}

/** The response with the engine. */
async function program() {
  const { body } = await file("engine.bin");
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
}

self.rummygym = {
  answer: (text) => postMessage(text ? { answer: text } : { ready: true }),
  weights: async (name) => new Uint8Array(await (await file(name)).arrayBuffer()),
};
self.onmessage = ({ data }) => self.rummygym.ask(data);

const go = new Go();
WebAssembly.instantiateStreaming(program(), go.importObject)
  .then(({ instance }) => go.run(instance))
  .then(() => postMessage({ failed: "the engine has ended" }))
  .catch((error) => postMessage({ failed: `the engine cannot start: ${error.message}` }));
