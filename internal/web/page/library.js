// What rummygym serve was given to look at: datasets and trainings.

import { useEffect, useState } from "preact/hooks";
import { Curves } from "./curves.js";
import { get } from "./engine.js";
import { html } from "./html.js";

/** The episodes of a dataset. open(number) shows one. */
function Episodes({ of, last, open }) {
  const [from, setFrom] = useState(0);
  const [list, setList] = useState([]);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    get("episodes", { of, at: from }).then(setList, (error) => setProblem(error.message));
  }, [of, from]);
  const size = 25;
  return html`
    ${problem && html`<p role="alert">${problem}</p>`}
    <div class="pager">
      <button type="button" disabled=${from === 0} onClick=${() => setFrom(Math.max(0, from - size))}>Earlier</button>
      <label>From episode <input inputmode="numeric" value=${from} onChange=${(e) => setFrom(Math.max(0, Math.min(last, Number.parseInt(e.currentTarget.value, 10) || 0)))} /></label>
      <button type="button" disabled=${from + size > last} onClick=${() => setFrom(from + size)}>Later</button>
    </div>
    <ul class="episodes">${list.map((e) => html`<li key=${e.number}><button type="button" onClick=${() => open(e.number)}>
      <span>${e.number}</span><span class="seats">${e.seats.join(" – ")}</span></button></li>`)}</ul>`;
}

/** The datasets and trainings. show(title, record) shows a game. */
export function Library({ show }) {
  const [library, setLibrary] = useState(null);
  const [chosen, setChosen] = useState("");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    get("library", {}).then(setLibrary, (error) => setProblem(error.message));
  }, []);
  const open = async (of, number) => {
    try {
      const { title, record } = await get("episode", { of, at: number });
      show(title, record);
      setProblem("");
    } catch (error) {
      setProblem(error.message);
    }
  };
  if (!library || library.datasets.length + library.trainings.length === 0) return problem && html`<p role="alert">${problem}</p>`;
  const toggle = (key) => () => setChosen(chosen === key ? "" : key);
  return html`<section class="library" aria-label="Datasets and trainings">
    <h2>To look at</h2>
    ${problem && html`<p role="alert">${problem}</p>`}
    ${library.datasets.map((d, i) => html`<div key=${`d${i}`}>
      <h3>${d.name}</h3>
      <p class="doc">${d.error ?? html`${d.title}, ${d.episodes} ${d.episodes === 1 ? "episode" : "episodes"}, ${d.agents.join(", ")}`}</p>
      ${!d.error && html`<button type="button" aria-expanded=${chosen === `d${i}`} onClick=${toggle(`d${i}`)}>Episodes</button>`}
      ${chosen === `d${i}` && html`<${Episodes} of=${i} last=${d.episodes - 1} open=${(n) => open(i, n)} />`}
    </div>`)}
    ${library.trainings.map((name, i) => html`<div key=${`t${i}`}>
      <h3>${name}</h3>
      <button type="button" aria-expanded=${chosen === `t${i}`} onClick=${toggle(`t${i}`)}>Curves</button>
      ${chosen === `t${i}` && html`<${Curves} load=${(since) => get("metrics", { of: i, at: since })} />`}
    </div>`)}
  </section>`;
}
