"""What a page shows, read from its elements."""

import base64
import gzip
import json
import re

SNAPSHOT = """() => {
  const all = (of, what) => [...of.querySelectorAll(what)];
  const names = (of, what) => all(of, what).map((card) => card.getAttribute("aria-label"));
  return {
    at: Number(document.querySelector("input[type=range]").value),
    event: document.querySelector(".events [aria-current=step] .unseen")?.textContent,
    seats: all(document, ".seat").sort((a, b) => a.dataset.place.localeCompare(b.dataset.place)).map((seat) => ({
      name: seat.getAttribute("aria-label"),
      cards: names(seat, ".hand > .cards .card"),
      melds: all(seat, ".meld").map((meld) => names(meld, ".card")),
      head: all(seat, "header > *, .facts > *").map((e) => e.textContent),
    })),
    pile: names(document, "[data-place=pile] .card"),
    stock: document.querySelector("[data-place=stock] figcaption").textContent,
    centre: document.querySelector(".centre").textContent,
    result: document.querySelector(".result")?.textContent,
  };
}"""

DATA = re.compile(r'(<script id="data" type="application/gzip">)(.*?)(</script>)', re.DOTALL)


def data_of(path):
    """Return the data in the file of a page."""
    return json.loads(gzip.decompress(base64.b64decode(DATA.search(path.read_text())[2])))


def plain(of):
    """Return the text of an element with the minus and the spaces of a keyboard."""
    return of.inner_text().replace("\u2212", "-").replace("\u00a0", " ")


def with_data(path, to, data):
    """Write a page with other data."""
    packed = base64.b64encode(gzip.compress(json.dumps(data).encode())).decode()
    to.write_text(DATA.sub(lambda m: m[1] + packed + m[3], path.read_text()))
    return to


RANKS = {"ace": "A", "10": "T", "jack": "J", "queen": "Q", "king": "K"}


def code(name):
    """Return the code of a card from its name in words, or None for a hidden card."""
    if name == "hidden card":
        return None
    if name == "printed joker":
        return "JK"
    rank, _, suit = name.removesuffix(", wild").partition(" of ")
    return RANKS.get(rank, rank) + suit[0].upper()


def codes(names):
    """Return the codes of cards in ascending order, those that are hidden last."""
    return sorted(map(code, names), key=lambda c: (c is None, c or ""))


def snapshot(page):
    """Return what a page shows."""
    return page.evaluate(SNAPSHOT)


def walk(page):
    """Press the right arrow from the first event to the last, and return a snapshot at each."""
    page.keyboard.press("Home")
    seen = [snapshot(page)]
    while True:
        page.keyboard.press("ArrowRight")
        now = snapshot(page)
        if now == seen[-1]:
            return seen
        seen.append(now)


def run(page):
    """Do as walk, but with keys from inside the page, which is faster."""
    return page.evaluate(f"""async () => {{
      const key = async (name) => {{
        document.body.dispatchEvent(new KeyboardEvent("keydown", {{ key: name, bubbles: true, cancelable: true }}));
        await new Promise((done) => setTimeout(done));
      }};
      const snapshot = {SNAPSHOT};
      await key("Home");
      for (const seen = [snapshot()]; ; ) {{
        await key("ArrowRight");
        seen.push(snapshot());
        if (seen.at(-1).at === seen.at(-2).at) return seen.slice(0, -1);
      }}
    }}""")


def stands_at(page, fragment):
    """Wait until the address of a page ends with a fragment."""
    page.wait_for_function("(fragment) => location.hash === fragment", arg=fragment)
