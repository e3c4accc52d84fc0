package gin

import "fmt"

// String returns the phase in words, such as first-upcard.
func (p Phase) String() string {
	return word("Phase", p, "first-upcard", "draw", "discard", "knock-or-pass", "knock-discard",
		"knocker-melds", "defender-melds", "lay-off", "wall", "over")
}

// String returns match or hand.
func (e Episode) String() string { return word("Episode", e, "match", "hand") }

// String returns random, first-seat or second-seat.
func (s Starter) String() string { return word("Starter", s, "random", "first-seat", "second-seat") }

// String returns discard-then-knock or knock-then-discard.
func (k KnockOrder) String() string {
	return word("KnockOrder", k, "discard-then-knock", "knock-then-discard")
}

// String returns forbidden or allowed.
func (t ThrowingBack) String() string { return word("ThrowingBack", t, "forbidden", "allowed") }

// String returns undercuts or scores-nothing.
func (t Tie) String() string { return word("Tie", t, "undercuts", "scores-nothing") }

// String returns void-at-two or wall-knock.
func (e StockEnd) String() string { return word("StockEnd", e, "void-at-two", "wall-knock") }

// String returns allowed or ends.
func (r Repeat) String() string { return word("Repeat", r, "allowed", "ends") }

// String returns auto or chosen.
func (m Melding) String() string { return word("Melding", m, "auto", "chosen") }

// String returns greedy, best or chosen.
func (l LayingOff) String() string { return word("LayingOff", l, "greedy", "best", "chosen") }

// String returns melds-first or lay-offs-first.
func (a Answer) String() string { return word("Answer", a, "melds-first", "lay-offs-first") }

// String returns fixed or oklahoma.
func (k KnockCard) String() string { return word("KnockCard", k, "fixed", "oklahoma") }

// String returns stock, pile or passed.
func (s Source) String() string { return word("Source", s, "stock", "pile", "passed") }

// word returns the word of value v, or its type and number if it has none.
func word[T ~uint8](kind string, v T, words ...string) string {
	if int(v) < len(words) {
		return words[v]
	}
	return fmt.Sprintf("%s(%d)", kind, uint8(v))
}
