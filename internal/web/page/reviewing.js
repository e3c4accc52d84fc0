// Asks for the review of a record, from an engine of its own, so that a table goes on meanwhile.

import { useEffect, useRef, useState } from "preact/hooks";
import { Choice } from "./controls.js";
import { html } from "./html.js";
import { linesOf } from "./records.js";
import { callerOf, isPerson } from "./words.js";

/** The seats that can be reviewed together: [value, text, seats]. Without seats the engine chooses. */
function seatsOf({ seats }) {
  const all = seats.map((_, p) => p);
  const each = all.map((p) => [String(p), callerOf(p), [p]]);
  return [...(seats.some(isPerson) ? [["", "Your decisions", []]] : []), ["all", "All seats", all], ...each];
}

/**
 * The panel that asks. open() promises an engine, done(review) takes the review. at once: it begins by itself.
 */
export function Reviewing({ record, open, atOnce, done }) {
  const choices = seatsOf(record);
  const [of, setOf] = useState(choices[0][0]);
  const [progress, setProgress] = useState(null); // of a review in progress: {done, total}
  const [problem, setProblem] = useState("");
  const engine = useRef(null); // of the review in progress
  const stop = () => {
    engine.current?.close();
    engine.current = null;
    setProgress(null);
  };
  const begin = async () => {
    setProblem("");
    setProgress({ done: 0, total: 0 });
    const opened = open();
    const own = { close: () => opened.then((e) => e.close(), () => {}) };
    engine.current = own;
    try {
      const { ask } = await opened;
      const seats = choices.find(([value]) => value === of)[2];
      const { review } = await ask({ do: "review", records: linesOf(record), seats }, (now) => engine.current === own && setProgress(now));
      if (engine.current === own) done(review);
    } catch (error) {
      if (engine.current === own) setProblem(error.message);
    } finally {
      if (engine.current === own) stop();
    }
  };
  useEffect(() => {
    if (atOnce) begin();
    return () => engine.current?.close();
  }, []);
  return html`<section class="review reviewing" aria-label="Review">
    <h2>Review</h2>
    ${problem && html`<p role="alert">${problem}</p>`}
    ${progress
      ? html`<label>Searching for better moves <progress value=${progress.total ? progress.done : undefined} max=${progress.total || 1} /></label>
        <div class="buttons"><button type="button" onClick=${stop}>Stop</button></div>`
      : html`<p>Search says what each decision cost, and asks for a better move at each mistake.</p>
        <div class="buttons"><${Choice} label="of" value=${of} options=${choices} choose=${setOf} />
          <button type="button" onClick=${begin}>Review</button></div>`}
  </section>`;
}
