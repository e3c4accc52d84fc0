// Links that hold a deal: #game=gin&rules=eaai&against=sigra&seed=7, with the results of who shares it, and
// #daily=gin for the deal of the day, which is the same for all.

import { isPerson } from "./words.js";

/** The address of a deal. results are the gains of who shares it, game by game. */
export function linkTo({ game, rules, agents, seed }, results = []) {
  const f = new URLSearchParams({ game, rules, against: agents.join(","), seed });
  if (results.length) f.set("results", results.join(","));
  return `${location.origin}${location.pathname}${location.search}#${f}`;
}

const list = (text) => (text ? text.split(",") : []);

/** The day in UTC, such as "2026-11-27". */
const today = () => new Date().toISOString().slice(0, 10);

/** The deal that the address holds: {game, rules, agents, seed, results, day}, or null. The engine checks it. */
export function sharedBy(fragment, catalog) {
  const f = new URLSearchParams(fragment.replace(/^#/, ""));
  const day = f.has("daily") ? today() : undefined;
  const game = catalog.games.find((g) => g.name === (f.get("daily") || f.get("game")));
  if (!game || !(day || f.get("seed"))) return null;
  const [preset] = game.presets;
  if (day) return { game, rules: preset.name, agents: [preset.tables[0].default], seed: day.replaceAll("-", ""), results: [], day };
  const results = list(f.get("results")).map(Number).filter(Number.isFinite);
  const agents = list(f.get("against"));
  return { game, rules: f.get("rules") || preset.name, agents: agents.length ? agents : [preset.tables[0].default], seed: f.get("seed"), results };
}

/** A random seed, short enough for a link. */
export const randomSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** The agents and the seed in the header of the first of some records. */
export function originOf(records) {
  const { seats, origin } = JSON.parse(records.slice(0, records.indexOf("\n")));
  const person = Math.max(0, seats.findIndex(isPerson));
  const agents = seats.map((_, i) => seats[(person + i) % seats.length]).filter((name) => !isPerson(name));
  return { agents: agents.map((name) => name.replace(/@[0-9a-f]+/, "")), seed: String(origin.seed) };
}
