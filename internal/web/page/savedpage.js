// A game as a replay page that stands alone: what rummygym replay --html writes.

/** Promises the JSON of an object, compressed by gzip and written in Base64. */
async function packed(object) {
  const stream = new Blob([JSON.stringify(object)]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
}

/** Promises the page of a game, {title, phrases, levels, record, review}. empty is a replay page without data. */
export async function pageOf(empty, game) {
  const tag = '<script id="data" type="application/gzip">';
  const text = await packed(game);
  return empty.replace(tag, tag + text);
}
