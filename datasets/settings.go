package datasets

import (
	"fmt"
	"slices"

	"rummygym/env/game"
)

// parse returns the word s if it is one of those given, and otherwise an error with s in the message.
func parse[T ~string](s, message string, words ...T) (T, error) {
	if slices.Contains(words, T(s)) {
		return T(s), nil
	}
	return "", fmt.Errorf(message, s)
}

// Compression is the compression of the buffers of a shard.
type Compression string

// Compression methods.
const (
	Zstd         Compression = "zstd" // Zstandard at its default level
	Uncompressed Compression = "none"
)

// ParseCompression returns the compression with the given name: zstd or none.
func ParseCompression(s string) (Compression, error) {
	return parse(s, "compression %q is unknown: want zstd or none", Zstd, Uncompressed)
}

// Seating is the assignment of agents to seats.
type Seating string

// The ways to seat agents. With n seats, agent a of a run sits in deal d at
const (
	Rotate Seating = "rotate" // seat (a + n - d mod n) mod n: each agent starts equally often
	Fixed  Seating = "fixed"  // seat a: the first-named agent starts every game
)

// ParseSeating returns the seating with the given name: rotate or fixed.
func ParseSeating(s string) (Seating, error) {
	return parse(s, "seating %q is unknown: want rotate or fixed", Rotate, Fixed)
}

// AgentAt returns the index of the agent at one of n seats in a deal.
func (s Seating) AgentAt(seat, n int, deal int64) int {
	if s == Fixed {
		return seat
	}
	return int((int64(seat) + deal) % int64(n))
}

// First returns the seat of the agent named first in a deal, at a table with n seats.
func (s Seating) First(n int, deal int64) game.Player {
	seat := 0
	for s.AgentAt(seat, n, deal) != 0 {
		seat++
	}
	return game.Player(seat)
}

// Final says whether the observations after the last actions are recorded.
type Final string

// Values of Final.
const (
	DecisionsOnly Final = "none" // one row per decision
	FinalRows     Final = "rows" // and one row per player that moved, after the end
)

// ParseFinal returns the Final with the given name: none or rows.
func ParseFinal(s string) (Final, error) {
	return parse(s, "final observations %q are unknown: want none or rows", DecisionsOnly, FinalRows)
}
