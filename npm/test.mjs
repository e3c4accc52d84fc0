// Makes the calls of a file of vectors, and plays hands between agents: node test.mjs vectors.jsonl.gz HANDS NAME=PATH…, with networks
// that the package leaves out. Prints how many calls gave their answers, and for each game the SHA-256 of the saved hands.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { load } from "rummygym";

const [path, hands, ...more] = process.argv.slice(2);
const files = Object.fromEntries(more.map((word) => word.split("=")).map(([name, file]) => [name, new Uint8Array(readFileSync(file))]));
const { newGame, loadGame, hand } = await load({ files });

let game;
const keep = (next) => ({ saved: (game = next).save(), player: game.player });
const calls = {
  new: (v) => keep(newGame(v.game, v.rules, v.seed)),
  load: (v) => keep(loadGame(v.game)),
  apply: (v) => (game.apply(v.action), keep(game)),
  legal: () => ({ legal: game.legal() }),
  view: (v) => ({ view: game.view(v.seat) }),
  result: () => ({ result: game.result() }),
  bot: (v) => ({ move: game.bot(v.agent) }),
  hint: () => ({ hint: game.hint() }),
  hand: (v) => ({ hand: hand(v.game, v.hand) }),
};
/** x with the numbers of like where they differ by rounding: WebAssembly computes exponentials by other instructions. */
function rounded(x, like) {
  if (typeof x === "number" && typeof like === "number") return Math.abs(x - like) <= 1e-12 * Math.abs(like) ? like : x;
  if (x === null || typeof x !== "object" || like === null || typeof like !== "object") return x;
  if (Array.isArray(x)) return x.map((y, i) => rounded(y, like[i]));
  return Object.fromEntries(Object.entries(x).map(([key, y]) => [key, rounded(y, like[key])]));
}

const lines = gunzipSync(readFileSync(path)).toString().trim().split("\n").map(JSON.parse);
for (const [i, v] of lines.entries()) {
  if (v.error) assert.throws(() => calls[v.do](v), { message: v.error }, `line ${i + 1}`);
  else {
    const answer = calls[v.do](v);
    assert.deepEqual(v.do === "hint" ? rounded(answer, v.answer) : answer, v.answer, `line ${i + 1}`);
  }
}
console.log(`${lines.length} calls`);

const bots = { gin: ["simple", "sigra"], indian: ["min-dist", "min-dist-opp"] };
for (const [name, seats] of Object.entries(bots)) {
  const all = createHash("sha256");
  for (let seed = 0; seed < hands; seed++) {
    const table = newGame(name, "", seed);
    while (table.player >= 0) table.apply(table.bot(seats[table.player]).action);
    all.update(table.save());
  }
  console.log(`${name} ${hands} ${all.digest("hex")}`);
}
