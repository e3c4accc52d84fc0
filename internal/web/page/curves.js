// The metrics of a training as curves, by uPlot.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { html } from "./html.js";

/** The columns of a CSV file of numbers: {names, columns}. What was not measured, or is no number, is null. */
export function columnsOf(csv) {
  const [head, ...rows] = csv.trim().split("\n");
  const names = head.split(",");
  const cells = rows.map((row) => row.split(","));
  return { names, columns: names.map((_, i) => cells.map((row) => (row[i] && Number.isFinite(Number(row[i])) ? Number(row[i]) : null))) };
}

const short = (v) => Number(v.toPrecision(4)).toString();

/** A column in words. */
const summary = (measured, along) =>
  measured.length === 0 ? "no value yet" : `${measured.length} values over ${along}; last ${short(measured.at(-1))}, lowest ${short(Math.min(...measured))}, highest ${short(Math.max(...measured))}`;

/** A curve of a column over the first one. */
function Curve({ name, x, y, along }) {
  const ref = useRef(null);
  const [chart, setChart] = useState(null);
  useLayoutEffect(() => {
    // Of the scheme at each drawing: a canvas knows no light-dark().
    const style = getComputedStyle(ref.current.parentElement);
    const ink = () => style.color;
    const grid = { stroke: () => style.borderTopColor, width: 1 };
    const axis = { stroke: ink, grid, ticks: grid, font: "12px system-ui, sans-serif" };
    const made = new uPlot(
      {
        width: ref.current.clientWidth,
        height: 170,
        legend: { show: false },
        cursor: { drag: { x: true, y: false } },
        scales: { x: { time: false } },
        axes: [{ ...axis, size: 30 }, { ...axis, size: 62 }],
        series: [{}, { stroke: ink, width: 1.6, spanGaps: true, points: { show: x.length < 40, size: 5 } }],
      },
      [x, y],
      ref.current,
    );
    const resized = new ResizeObserver(() => ref.current && made.setSize({ width: ref.current.clientWidth, height: 170 }));
    resized.observe(ref.current);
    const redraw = () => made.redraw();
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", redraw);
    const chosen = new MutationObserver(redraw);
    chosen.observe(document.documentElement, { attributeFilter: ["data-scheme"] });
    setChart(made);
    return () => {
      dark.removeEventListener("change", redraw);
      chosen.disconnect();
      resized.disconnect();
      made.destroy();
    };
  }, []);
  useEffect(() => chart?.setData([x, y]), [chart, x, y]);
  const measured = y.filter((v) => v !== null);
  return html`<figure class="curve">
    <h4>${name}</h4>
    <div ref=${ref} aria-hidden="true"></div>
    <figcaption>${summary(measured, along)}</figcaption>
  </figure>`;
}

const pause = 3000; // milliseconds between looks at a training that may run

/** The curves of a training. load(since) promises {changed, csv}, without csv if it has not changed. */
export function Curves({ load }) {
  const [metrics, setMetrics] = useState(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let timer;
    let gone = false;
    const look = async (since) => {
      let changed = since;
      try {
        const found = await load(since);
        if (gone) return;
        changed = found.changed;
        if (found.csv) setMetrics(columnsOf(found.csv));
        setProblem("");
      } catch (error) {
        if (gone) return;
        setProblem(error.message);
      }
      timer = setTimeout(() => look(changed), pause);
    };
    look(0);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  return html`
    ${problem && html`<p role="alert">${problem}</p>`}
    ${metrics && html`<div class="curves">${metrics.names.slice(1).map((name, i) => html`<${Curve}
      key=${name} name=${name} x=${metrics.columns[0]} y=${metrics.columns[i + 1]} along=${metrics.names[0]} />`)}</div>`}`;
}
