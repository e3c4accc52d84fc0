// Package indianrummy holds the players of Indian Rummy of saha2025mindist ("Quantitative
// Rule-Based Strategy modeling in Classic Indian Rummy", section VII): [Random],
// [DefeatSeeking], [MinScore], [MinDist], [MinDistScore] and [MinDistOpp], and two that go
// beyond it, [MinDistOuts] and [MinDistAvail]. Package baselines states what all players
// have in common.
//
//	create, err := indianrummy.New("min-dist-opp:drop=5")
//	player := create() // a game.Agent
//
// Start from [New], or from [List], which describes all players. Only Random makes random
// choices.
//
// # Declaring
//
// "All players are assumed to declare their hand when they have a declarable
// hand" (section VII). The skilled players lower their MinScore or MinDist to 0
// and so declare whenever that is possible. Random and DefeatSeeking do not look for
// declarations: they choose a discard as usual, and declare if the other 13 cards happen to
// be a declaration. Footnote 4 says so of DefeatSeeking ("if by the approach … described
// earlier, transforms the hand into a winning hand"). For Random the evidence is its games
// against itself in the preset released: 10 % end before the limit, as in the authors'
// table. If it could finish with any of its 14 cards, 42 % would.
//
// # Variants
//
// [baselines.Paper] follows the text of the paper. [baselines.Released] follows the
// authors' published simulation where it differs (docs/rules-indian.md, "What the paper's
// released simulation did"), so that both tables of win rates can be reproduced and their
// difference explained. One fault of the simulation is not reproduced: it duplicates cards
// taken from the pile.
//
// # Ties
//
// Where the text leaves a choice between cards open, the player discards the highest-point
// card, which costs most if the opponent declares next. Of several such cards it discards
// the first one in the order of [card.Card]: clubs to spades, ace to king, then printed
// jokers.
//
// # More than two players
//
// The paper has one opponent. At a larger table, the opponent of MinDistOpp, MinDistOuts
// and MinDistAvail is the next player still in the game, the only one who may take the
// discard.
package indianrummy

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"rummygym/env/game"
	"rummygym/internal/agents/spec"
	"rummygym/internal/baselines"
)

// List returns the players of Indian Rummy in the order of the papers.
func List() spec.List { return entries() }

// New returns the constructor of the player of a spec such as "min-dist-opp:drop=5"; see
// [spec.List.New]. Every call of the constructor returns a separate player, whose String
// method returns the canonical spec.
func New(text string) (func() game.Agent, error) {
	create, _, err := List().New(text)
	return create, err
}

// Canonical returns the canonical spec of a spec; see [spec.Entry.Text].
func Canonical(text string) (string, error) { return List().Canonical(text) }

// settings holds the options of all players of Indian Rummy. Each player reads its own. The
// zero value holds the defaults.
type settings struct {
	variant baselines.Variant
	drop    int     // threshold of the drop adherence, 0 is off
	free    Free    // which cards are free
	draw    Drawing // when to take the card of the pile
	fold    float64 // probability of dropping at each turn, in [0, 1)
}

// spec returns the canonical spec of the named player.
func (s settings) spec(name string) string { return entries().Text(name, &s) }

// entries returns the players of saha2025mindist, in its order, then those that go beyond
// it.
func entries() spec.List {
	variant := spec.Word("variant", "follow the text of the paper, or the authors' published simulation",
		func(s *settings) *baselines.Variant { return &s.variant }, baselines.Paper, baselines.Released)
	free := spec.Shown(spec.Word("free", "a card is free if some optimal declaration leaves it out (any; paper), or if the first one found does (found; released)",
		func(s *settings) *Free { return &s.free }, FreeOfVariant, AnyDeclaration, FoundDeclaration),
		func(s *settings) string {
			if s.free.of(s.variant) == FreeOfVariant.of(s.variant) {
				return FreeOfVariant.String()
			}
			return s.free.String()
		})
	fold := spec.Value("fold", "probability of dropping at the start of each turn (released simulation with drops: 1/3)",
		[]string{"0", "1/3", "a probability below 1"},
		func(s *settings, v string) (err error) { s.fold, err = parseProbability(v); return err },
		func(s *settings) string { return formatProbability(s.fold) })
	drawing := spec.Word("draw", "take the top card of the pile if this lowers MinDist (distance), or also if it lowers the expected number of turns to a declaration by more than 1.5 (turns)",
		func(s *settings) *Drawing { return &s.draw }, DrawByDistance, DrawByTurns)
	drop := func(top int, metric string) spec.Option {
		return spec.NumberOr("drop", "drop at the first turn if "+metric+" is at least this", "off", top,
			func(s *settings) *int { return &s.drop })
	}
	score := drop(80, "MinScore, capped at 80 (paper: 80),")
	distance := drop(9, "MinDist (section VII: 3; Table II: 5)")
	return spec.List{
		spec.Player("indian", "random", "draws and discards at random; drops with probability fold",
			func(s settings) game.Agent { return &Random{Variant: s.variant, Fold: s.fold} }, variant, fold),
		spec.Player("indian", "defeat-seeking", "breaks its own melds and keeps high-point cards",
			func(s settings) game.Agent { return &DefeatSeeking{Variant: s.variant} }, variant),
		spec.Player("indian", "min-score", "minimises MinScore, the points that the hand costs",
			func(s settings) game.Agent { return &MinScore{Variant: s.variant, Drop: s.drop} }, variant, score),
		spec.Player("indian", "min-dist", "minimises MinDist, the number of cards missing from a declaration; discards the highest-point free card",
			func(s settings) game.Agent { return &MinDist{Variant: s.variant, Drop: s.drop, Free: s.free} }, variant, distance, free),
		spec.Player("indian", "min-dist-score", "minimises MinDist, then MinScore",
			func(s settings) game.Agent {
				return &MinDistScore{Variant: s.variant, Drop: s.drop, Free: s.free}
			}, variant, distance, free),
		spec.Player("indian", "min-dist-opp", "minimises MinDist, then discards a card that the opponent is unlikely to want",
			func(s settings) game.Agent { return &MinDistOpp{Variant: s.variant, Drop: s.drop, Free: s.free} }, variant, distance, free),
		spec.Player("indian", "min-dist-outs", "minimises MinDist, then maximises outs, then discards the card least useful to the opponent",
			func(s settings) game.Agent { return &MinDistOuts{Drop: s.drop, Draw: s.draw} }, distance, drawing),
		spec.Player("indian", "min-dist-avail", "like min-dist-opp, but MinDist counts only on cards that are still available",
			func(s settings) game.Agent { return &MinDistAvail{Drop: s.drop} }, distance),
	}
}

// parseProbability parses a number in [0, 1), a decimal or a fraction n/d.
func parseProbability(v string) (float64, error) {
	above, below, fraction := strings.Cut(v, "/")
	p, err := strconv.ParseFloat(above, 64)
	if err == nil && fraction {
		var d float64
		d, err = strconv.ParseFloat(below, 64)
		p /= d
	}
	if err != nil || !(p >= 0 && p < 1) || math.Signbit(p) {
		return 0, fmt.Errorf("want a probability from 0 to below 1, such as 0.25 or 1/3")
	}
	return p, nil
}

// formatProbability formats p so that parseProbability returns exactly p: the shortest of a
// decimal and the fractions with denominators up to 100.
func formatProbability(p float64) string {
	text := strconv.FormatFloat(p, 'g', -1, 64)
	for d := 2; d <= 100; d++ {
		n := math.Round(p * float64(d))
		if f := fmt.Sprintf("%.0f/%d", n, d); n/float64(d) == p && len(f) < len(text) {
			return f
		}
	}
	return text
}
