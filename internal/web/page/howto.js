// How to play: an example hand, what is scored, the rules of the table, and the keys.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Cards } from "./card.js";
import { withSymbols } from "./cards.js";
import { html } from "./html.js";
import { upper } from "./words.js";

/**
 * A dialog that tells how to play. request is {game, rules} for the engine, which ask asks; title is the game's, keys a list
 * of [key, what it does], and close() is called when the reader has read.
 */
export function HowTo({ ask, request, title, keys, close }) {
  const [guide, setGuide] = useState(undefined);
  const [problem, setProblem] = useState("");
  const ref = useRef(null);
  useEffect(() => {
    ask({ do: "guide", ...request }).then((answer) => setGuide(answer.guide), (error) => setProblem(error.message));
  }, []);
  useLayoutEffect(() => ref.current.showModal(), []);
  useEffect(() => {
    const all = () => ref.current.querySelector(".rules")?.setAttribute("open", ""); // the sheet has the rules in full
    addEventListener("beforeprint", all);
    return () => removeEventListener("beforeprint", all);
  }, []);
  const { steps, hand, caption, scores, sections } = guide ?? {};
  const groups = hand && [...(hand.melds ?? []), ...(hand.unmelded?.length ? [{ kind: "left over", cards: hand.unmelded }] : [])];
  return html`<dialog class="howto" aria-label="How to play" ref=${ref} onClose=${close}>
    <header><h2>How to play ${title}</h2><span class="buttons"><button type="button" onClick=${() => print()}>Print</button><button type="button" class="main" onClick=${close}>Back</button></span></header>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${groups?.length > 0 && html`<figure class="board example"><div class="melds">
      ${groups.map((g) => html`<div key=${g.cards.join()}><${Cards} cards=${g.cards} name="meld" /><p class="kind">${g.kind}</p></div>`)}
    </div><figcaption>${caption}</figcaption></figure>`}
    ${steps && html`<div class="howto-top">
      <ol>${steps.map((step) => html`<li key=${step}>${withSymbols(step)}</li>`)}</ol>
      <table><caption>Points</caption><tbody>${scores.map((s) => html`<tr key=${s.what}><th scope="row">${s.what}</th><td>${upper(s.points)}</td></tr>`)}</tbody></table>
    </div>`}
    ${keys && html`<details><summary>Keys</summary><dl class="keys">${keys.map(([k, v]) => html`<div key=${k}><dt>${k}</dt><dd>${v}</dd></div>`)}</dl></details>`}
    ${sections && html`<details class="rules"><summary>The rules of this table in full</summary>
      ${sections.map((s) => html`<h3 key=${s.heading}>${s.heading}</h3><p>${withSymbols(s.sentences.filter(Boolean).join(" "))}</p>`)}</details>`}
  </dialog>`;
}
