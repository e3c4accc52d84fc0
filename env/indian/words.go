package indian

import "fmt"

// String returns draw, discard or over.
func (p Phase) String() string { return word("Phase", p, "draw", "discard", "over") }

// String returns alternate or blocks.
func (d Dealing) String() string { return word("Dealing", d, "alternate", "blocks") }

// String returns next-card or next-natural.
func (w Wildcard) String() string { return word("Wildcard", w, "next-card", "next-natural") }

// String returns keep-top, whole-pile or none.
func (r Recycling) String() string { return word("Recycling", r, "keep-top", "whole-pile", "none") }

// String returns full-turns or half-turns.
func (c Counting) String() string { return word("Counting", c, "full-turns", "half-turns") }

// String returns at-most-first-drop or none.
func (r Relief) String() string { return word("Relief", r, "at-most-first-drop", "none") }

// String returns any or no-jokers.
func (t Taking) String() string { return word("Taking", t, "any", "no-jokers") }

// String returns allowed or forbidden.
func (t ThrowingBack) String() string { return word("ThrowingBack", t, "allowed", "forbidden") }

// String returns valid-only or any-cards.
func (d Declaring) String() string { return word("Declaring", d, "valid-only", "any-cards") }

// word returns the word of value v, or its type and number if it has none.
func word[T ~uint8](kind string, v T, words ...string) string {
	if int(v) < len(words) {
		return words[v]
	}
	return fmt.Sprintf("%s(%d)", kind, uint8(v))
}
