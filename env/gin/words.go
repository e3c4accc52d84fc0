package gin

import "rummygym/options"

// String returns the phase in words, such as first-upcard.
func (p Phase) String() string {
	return options.Word("Phase", p, "first-upcard", "draw", "discard", "knock-or-pass", "knock-discard",
		"knocker-melds", "defender-melds", "lay-off", "wall", "over")
}

// String returns match or hand.
func (e Episode) String() string { return options.Word("Episode", e, "match", "hand") }

// String returns random, first-seat or second-seat.
func (s Starter) String() string {
	return options.Word("Starter", s, "random", "first-seat", "second-seat")
}

// String returns discard-then-knock or knock-then-discard.
func (k KnockOrder) String() string {
	return options.Word("KnockOrder", k, "discard-then-knock", "knock-then-discard")
}

// String returns forbidden or allowed.
func (t ThrowingBack) String() string { return options.Word("ThrowingBack", t, "forbidden", "allowed") }

// String returns undercuts or scores-nothing.
func (t Tie) String() string { return options.Word("Tie", t, "undercuts", "scores-nothing") }

// String returns void-at-two, wall-knock or void-when-empty.
func (e StockEnd) String() string {
	return options.Word("StockEnd", e, "void-at-two", "wall-knock", "void-when-empty")
}

// String returns allowed or ends.
func (r Repeat) String() string { return options.Word("Repeat", r, "allowed", "ends") }

// String returns auto or chosen.
func (m Melding) String() string { return options.Word("Melding", m, "auto", "chosen") }

// String returns greedy, best or chosen.
func (l LayingOff) String() string { return options.Word("LayingOff", l, "greedy", "best", "chosen") }

// String returns melds-first or lay-offs-first.
func (a Answer) String() string { return options.Word("Answer", a, "melds-first", "lay-offs-first") }

// String returns fixed or oklahoma.
func (k KnockCard) String() string { return options.Word("KnockCard", k, "fixed", "oklahoma") }

// String returns stock, pile or passed.
func (s Source) String() string { return options.Word("Source", s, "stock", "pile", "passed") }
