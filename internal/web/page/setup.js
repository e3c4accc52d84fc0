// The form that begins a table.

import { useState } from "preact/hooks";
import { Choice } from "./controls.js";
import { html } from "./html.js";
import { HowTo } from "./howto.js";
import { helps } from "./tableview.js";
import { signed, upper } from "./words.js";

const many = (n) => (n === 1 ? "1 player" : `${n} players`);

/** Matches after their game: who types the name of a game in the list gets the game. */
const inOrder = (games) => [...games].sort((a, b) => (a.title < b.title ? -1 : 1));

/** The choices that the reader has made, with what follows from the catalog. */
function chosen(catalog, picked) {
  const game = catalog.games.find((g) => g.name === picked.game) ?? catalog.games[0];
  const preset = game.presets.find((p) => p.name === picked.preset) ?? game.presets[0];
  const table = preset.tables.find((t) => t.seats === picked.seats) ?? preset.tables[0];
  const { seats } = table;
  const known = (spec) => game.agents.some((a) => a.spec === spec);
  const others = picked.watch ? seats : seats - 1;
  const agents = Array.from({ length: others }, (_, i) => (known(picked.agents?.[i]) ? picked.agents[i] : table.default));
  const adviser = known(picked.adviser) ? picked.adviser : "";
  return { ...picked, game, preset, seats, agents, adviser };
}

/** The request for a table. */
function request({ game, preset, seats, agents, watch, practice, adviser, changes, seed }) {
  const rules = [preset.name, ...(seats === preset.tables[0].seats ? [] : [`seats=${seats}`]), changes?.trim()].filter(Boolean).join(" ");
  return { do: "new", game: game.name, rules, agents, watch: Boolean(watch), practice: Boolean(practice) && !watch, adviser, seed: seed?.trim() ?? "" };
}

/**
 * The form. start(request) begins a table, open(text) takes the content of a file of records. picked holds
 * what was chosen before, pick(changes) keeps what is chosen now. consult(request) asks the engine what changes nothing. help is
 * what the table says of the hand.
 */
export function Setup({ catalog, picked, pick, start, open, goOn, busy, consult, help, setHelp }) {
  const c = chosen(catalog, picked);
  const [guide, setGuide] = useState(false);
  const [more, setMore] = useState(Boolean(picked.changes));
  const set = (name) => (value) => pick({ [name]: value });
  const levels = c.game.levels ?? [];
  const others = c.game.agents.filter((a) => !levels.some((l) => l.spec === a.spec)).map((a) => [a.spec, a.spec]);
  const agents = levels.length ? [{ label: "Levels", options: levels.map((l) => [l.spec, upper(l.name)]) }, { label: "Agents", options: others }] : others;
  const about = (spec) => {
    const level = levels.find((l) => l.spec === spec);
    return `${level ? `Rated ${signed(level.elo)}: ` : ""}${c.game.agents.find((a) => a.spec === spec).doc}`;
  };
  const needs = !picked.native && [...c.agents, c.adviser].some((s) => c.game.agents.find((a) => a.spec === s)?.network);
  return html`<form class="setup" aria-label="New table" onSubmit=${(e) => { e.preventDefault(); start(request(c)); }}>
    <h2>New table</h2>
    <div class="fields">
      <${Choice} label="Game" value=${c.game.name} options=${inOrder(catalog.games).map((g) => [g.name, g.title])} choose=${(game) => pick({ game, preset: undefined, seats: undefined, agents: undefined, adviser: "" })} />
      <div><${Choice} label="Rules" value=${c.preset.name} options=${c.game.presets.map((p) => [p.name, p.name])} choose=${set("preset")} /><p class="doc">${c.preset.doc}</p></div>
      ${c.preset.tables.length > 1 && html`<${Choice} label="Table" value=${c.seats} options=${c.preset.tables.map((t) => t.seats).toSorted().map((n) => [n, many(n)])} choose=${(n) => pick({ seats: Number(n) })} />`}
      <${Choice} label="You" value=${c.watch ? "watch" : c.practice ? "practice" : "play"} options=${[["play", "Play"], ["practice", "Practise: moves can be taken back"], ["watch", "Watch agents play"]]} choose=${(v) => pick({ watch: v === "watch", practice: v === "practice" })} />
      ${!c.watch && html`<div><${Choice} label="Help" value=${help} options=${helps} choose=${setHelp} /><p class="doc">${helps.find(([v]) => v === help)?.[2]}</p></div>`}
    </div>
    ${guide && html`<${HowTo} ask=${consult} request=${{ game: c.game.name, rules: request(c).rules }} title=${c.game.title} close=${() => setGuide(false)} />`}
    <fieldset class="fields">
      <legend>${c.watch ? "Agents" : c.agents.length === 1 ? "Opponent" : "Opponents"}</legend>
      ${c.agents.map((spec, i) => html`<div key=${i}><${Choice}
        label=${c.agents.length === 1 ? "Agent" : c.watch ? `Seat ${i}` : `Opponent ${i + 1}`}
        value=${spec}
        options=${agents}
        choose=${(v) => pick({ agents: c.agents.with(i, v) })}
      /><p class="doc">${about(spec)}</p></div>`)}
      ${needs && html`<p class="doc">Networks and tables (at most 4 MB) are downloaded first.</p>`}
    </fieldset>
    <details open=${more} onToggle=${(e) => setMore(e.currentTarget.open)}>
      <summary>More</summary>
      <div class="fields">
        ${!c.watch && html`<${Choice} label="Hints from" value=${c.adviser} options=${[["", "the strongest fast agent"], ...agents]} choose=${set("adviser")} />`}
        <label class="choice wide"><span>Rule changes</span>
          <input value=${c.changes ?? ""} placeholder=${c.game.example} onInput=${(e) => pick({ changes: e.currentTarget.value })} /></label>
        <label class="choice wide"><span>Seed for the cards</span>
          <input inputmode="numeric" value=${c.seed ?? ""} placeholder="random" onInput=${(e) => pick({ seed: e.currentTarget.value })} /></label>
        <details class="options"><summary>Options of ${c.game.title}</summary>
          <dl>${c.game.options.map((o) => html`<div key=${o.name}><dt>${o.name}</dt><dd>${o.doc}</dd></div>`)}</dl></details>
      </div>
    </details>
    <p class="begin">
      <button type="submit" class="main" disabled=${busy}>${c.watch ? "Watch" : "Deal"}</button>
      <button type="button" onClick=${() => setGuide(true)}>How to play</button>
      <a class="button" href=${`#daily=${c.game.name}`}>Deal of the day</a>
      ${goOn && html`<button type="button" disabled=${busy} onClick=${goOn}>Continue the last table</button>`}
      <label class="file">Open records<input type="file" accept=".jsonl,.json,.txt" onChange=${async (e) => {
        const [file] = e.currentTarget.files;
        e.currentTarget.value = "";
        if (file) open(await file.text());
      }} /></label>
    </p>
  </form>`;
}
