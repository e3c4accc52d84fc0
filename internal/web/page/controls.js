// The buttons, keys and choices that move through a game.

import { useLayoutEffect } from "preact/hooks";
import { html } from "./html.js";

const icons = {
  first: "M5 4v12M16 4L8 10l8 6z",
  back: "M14 4L6 10l8 6z",
  play: "M6 3l11 7-11 7z",
  pause: "M6 4v12M14 4v12",
  forward: "M6 4l8 6-8 6z",
  last: "M15 4v12M4 4l8 6-8 6z",
};

/** A button with an icon. */
export const Button = ({ icon, label, keys, ...rest }) => html`<button type="button" class="icon" aria-label=${label} title=${keys ? `${label} (${keys})` : label} ...${rest}>
  <svg viewBox="0 0 20 20" aria-hidden="true"><path d=${icons[icon]} /></svg>
</button>`;

/** A choice among options [value, text], as text, and groups of options {label, options}. */
export const Choice = ({ label, value, options, choose }) => {
  const option = (o) => (o.label ? html`<optgroup label=${o.label}>${o.options.map(option)}</optgroup>` : html`<option value=${o[0]} selected=${String(o[0]) === String(value)}>${o[1]}</option>`);
  return html`<label class="choice"><span>${label}</span><select value=${value} onChange=${(e) => choose(e.currentTarget.value)}>${options.map(option)}</select></label>`;
};

/** The speeds, in events a second. */
export const speeds = [0.5, 1, 2, 4, 8];

/** Calls keys[name of a key] for keys that no element of the page uses itself. */
export function useKeys(keys) {
  // Before the next key may come, so that none meets an earlier state.
  useLayoutEffect(() => {
    const press = (e) => {
      if (e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey) return;
      if (e.target.closest?.("input, select, textarea") || (e.key === " " && e.target.closest?.("button, summary"))) return;
      const act = keys[e.shiftKey && e.key.startsWith("Arrow") ? `Shift+${e.key}` : e.key];
      if (!act) return;
      e.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}

/** Calls tick again and again, delay milliseconds apart, while on. */
export function useTicks(on, delay, tick) {
  useLayoutEffect(() => {
    if (!on) return undefined;
    const timer = setTimeout(tick, delay);
    return () => clearTimeout(timer);
  });
}

/** The bar that moves through the events from 0 to last. text says in words where it stands. */
export function Player({ at, last, text, playing, speed, go, first, back, forward, end, toggle, setSpeed }) {
  return html`<div class="player" role="group" aria-label="Move through the game">
    <input
      type="range"
      aria-label="Event"
      min="0"
      max=${last}
      value=${at}
      aria-valuetext=${`event ${at + 1} of ${last + 1}: ${text}`}
      onInput=${(e) => go(Number(e.currentTarget.value))}
    />
    <div class="buttons">
      <${Button} icon="first" label="First event" keys="Home" onClick=${first} />
      <${Button} icon="back" label="Previous event" keys="←" onClick=${back} />
      <${Button} icon=${playing ? "pause" : "play"} label=${playing ? "Pause" : "Play"} keys="space" onClick=${toggle} />
      <${Button} icon="forward" label="Next event" keys="→" onClick=${forward} />
      <${Button} icon="last" label="Last event" keys="End" onClick=${end} />
      <span class="count" aria-hidden="true">${at + 1}/${last + 1}</span>
      <${Choice} label="Speed" value=${speed} options=${speeds.map((s) => [s, `${s}×`])} choose=${(v) => setSpeed(Number(v))} />
    </div>
  </div>`;
}
