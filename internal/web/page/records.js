// Files of records as JSON lines (docs/records.md).

/** A game as JSON lines. */
export const linesOf = ({ events, ...header }) => [header, ...events].map((e) => `${JSON.stringify(e)}\n`).join("");

/** The games of a file, each a header with its events. Throws an error if there is none. */
export function gamesOf(text) {
  const games = [];
  text.split("\n").forEach((line, i) => {
    if (!line.trim()) return;
    let object;
    try {
      object = JSON.parse(line);
    } catch {
      throw new Error(`line ${i + 1} is not JSON: want a file of records`);
    }
    if (object?.type === "game") games.push({ ...object, events: [] });
    else if (object?.type !== "dataset") {
      if (!games.length) throw new Error(`line ${i + 1}: want the header of a game first, {"type":"game",…}`);
      games.at(-1).events.push(object);
    }
  });
  if (!games.length || !games.at(-1).events.length) throw new Error("the file has no game");
  return games;
}
