// The worker of the play page: runs the engine, a WebAssembly program of Go. wasm_exec.js is Go's own.
/* global Go, importScripts */

importScripts("wasm_exec.js");

/** The bytes of a file, compressed as its name says. */
async function unpacked(name, format) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return new Response(response.body.pipeThrough(new DecompressionStream(format)), { headers: { "Content-Type": "application/wasm" } });
}

/** The engine as a response, of the smaller file where the browser reads it. */
function program() {
  try {
    new DecompressionStream("brotli");
  } catch {
    return unpacked("engine-gzip.bin", "gzip");
  }
  return unpacked("engine-brotli.bin", "brotli");
}

const weights = ["learned.safetensors", "learned-gin.safetensors", "belief.safetensors", "data-driven.safetensors"];

self.rummygym = {
  answer: (text) => postMessage(text ? { answer: text } : { ready: true }),
  weights: () =>
    Promise.all(
      weights.map(async (name) => {
        const response = await fetch(name);
        if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
        return new Uint8Array(await response.arrayBuffer());
      }),
    ),
};
self.onmessage = ({ data }) => self.rummygym.ask(data);

const go = new Go();
WebAssembly.instantiateStreaming(program(), go.importObject)
  .then(({ instance }) => go.run(instance))
  .then(() => postMessage({ failed: "the engine has ended" }))
  .catch((error) => postMessage({ failed: `the engine cannot start: ${error.message}` }));
