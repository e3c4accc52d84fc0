package text_test

import (
	"fmt"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/features/text"
	"rummygym/internal/must"
)

// TestGolden writes decisions of games as a player of the table reads them. Whoever changes the words
// reads the files again: is all there that such a player knows, and nothing else?
func TestGolden(t *testing.T) {
	seed := uint64(7)
	numbers, other := text.Default(), text.Default()
	numbers.Numbers = true
	other.Cards, other.Names, other.Relabel, other.History = text.Letters, &seed, "SHCD", text.All
	for _, c := range []struct {
		file, game, rules string
		seed              uint64
	}{
		{"gin", "gin-match", "eaai", 3}, {"gin-chosen", "gin", "openspiel melding=chosen laying-off=chosen answer=lay-offs-first", 11},
		{"indian", "indian", "paper", 3}, {"indian-four", "indian", "club seats=4 declaring=any-cards", 5},
		{"indian-ten", "indian", "paper hand-size=10 jokers=0 recycling=whole-pile max-rounds=60", 2},
	} {
		x := deal(t, c.game, c.rules, c.seed)
		var b strings.Builder
		seen, n := map[string]int{}, 0
		x.play(t, x.mixed(t, specOf(c.game), 1, 12), func(p game.Player) {
			n++
			phase := phase(x)
			if seen[phase]++; seen[phase] > 2 && seen[phase]%12 > 0 || n > 80 && p != game.NoPlayer && seen[phase] > 2 {
				return
			}
			o := text.Default()
			switch {
			case seen[phase] == 2:
				o = numbers
			case seen[phase] == 12:
				o = other
			}
			fmt.Fprintf(&b, "--- decision %d, phase %s\n%s\n", n, phase, x.writer(t, o).Append(nil, x.moment(max(p, 0))))
			if n == 4 {
				fmt.Fprintf(&b, "--- the same as JSON\n%s\n\n", strings.ReplaceAll(string(x.writer(t, numbers).AppendJSON(nil, x.moment(p))), `,"`, ",\n\""))
			}
		})
		must.Match(t, "testdata/"+c.file+".txt", b.String())
	}
}
