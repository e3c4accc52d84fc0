package indian

import "rummygym/options"

// String returns draw, discard or over.
func (p Phase) String() string { return options.Word("Phase", p, "draw", "discard", "over") }

// String returns alternate or blocks.
func (d Dealing) String() string { return options.Word("Dealing", d, "alternate", "blocks") }

// String returns next-card, next-natural or none.
func (w Wildcard) String() string {
	return options.Word("Wildcard", w, "next-card", "next-natural", "none")
}

// String returns pure-and-sequence, one-pure, any-melds or two-pure.
func (q Requirement) String() string {
	return options.Word("Requirement", q, "pure-and-sequence", "one-pure", "any-melds", "two-pure")
}

// String returns keep-top, whole-pile or none.
func (r Recycling) String() string {
	return options.Word("Recycling", r, "keep-top", "whole-pile", "none")
}

// String returns full-turns or half-turns.
func (c Counting) String() string { return options.Word("Counting", c, "full-turns", "half-turns") }

// String returns at-most-first-drop or none.
func (r Relief) String() string { return options.Word("Relief", r, "at-most-first-drop", "none") }

// String returns any or no-jokers.
func (t Taking) String() string { return options.Word("Taking", t, "any", "no-jokers") }

// String returns allowed or forbidden.
func (t ThrowingBack) String() string { return options.Word("ThrowingBack", t, "allowed", "forbidden") }

// String returns valid-only or any-cards.
func (d Declaring) String() string { return options.Word("Declaring", d, "valid-only", "any-cards") }
