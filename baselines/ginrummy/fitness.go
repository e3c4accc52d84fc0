package ginrummy

import (
	"bytes"
	"fmt"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/agents/spec"
	"rummygym/internal/baselines"
	"rummygym/internal/features/ginhand"
)

// Fitness is V4 of cardfitness2021 ("Fitness + CFR"). Of the discards that leave the
// minimum deadwood it keeps those with the most of the four characteristics of
// [ginhand.Fitness]. If several are left, it tries them in random order and discards each
// with its probability in a table found by counterfactual regret minimization ("the agent
// could evaluate each card on whether they should discard that card"). If it keeps all of
// them, it discards one at random, as it does where the table has no entries. It also
// draws and knocks by tables, which have the features of the authors' tables. The paper
// does not print those, so these are trained; see [FitnessTables]. With gin the player
// always knocks.
//
// The released variant defines two of the characteristics differently; see
// [ginhand.FitnessReleased]. Because of an inverted clamp it looks up all discards at the
// highest deadwood, which never occurs, so the table has almost no effect.
type Fitness struct {
	Variant baselines.Variant
	Table   Component // whether the table chooses between equally fit cards

	// Uncounted holds the characteristics that do not count in the rank of a card.
	Uncounted ginhand.Fitness

	// The player knocks at once with deadwood at most Knock, in [0, 10], and above it by the
	// table, or not at all without KnockTable (cardfitness2021, "Conclusions and Future
	// Work": "knock immediately when a certain point threshold was reached").
	Knock      int
	KnockTable Component

	// Tables holds the tables of the player; a nil Value is ShippedFitnessTables.
	Tables spec.FileOf[*FitnessTables]

	fitnessTurns
}

// String returns the canonical spec of the player. Tables in memory do not
// change it.
func (a *Fitness) String() string { return List().Text("fitness", a) }

// Act returns the chosen action and the probability of that choice.
func (a *Fitness) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	a.chance = 1
	action, p := play(a, nil, obs.(*gin.Observation), legal)
	return action, a.chance * p
}

func (a *Fitness) takes(o *gin.Observation) bool { return a.yes(a.Tables.Value, FitnessDrawSet(o)) }

func (a *Fitness) knocks(o *gin.Observation, rest card.Cards, deadwood int) bool {
	if deadwood <= a.Knock {
		return true
	}
	return a.KnockTable == On && a.knocksBy(a.Tables.Value, o, rest, deadwood)
}

func (a *Fitness) discard(o *gin.Observation, may card.Cards) (card.Card, float64) {
	reading := ginhand.FitnessPaper
	if a.Variant == baselines.Released {
		reading = ginhand.FitnessReleased
	}
	fittest, deadwood := FittestDiscards(o, may, reading, a.Uncounted)
	if a.Table == Off || fittest.Count() == 1 {
		return anyOf(&a.src, fittest)
	}
	if a.Variant == baselines.Released {
		deadwood = fitnessDeadwoods
	}
	var p [11]float64
	n := 0
	for c := range fittest.Each() {
		p[n] = orShipped(a.Tables.Value).Probability(FitnessDiscardSet(o, c, deadwood))
		n++
	}
	return askInTurn(&a.src, fittest, p[:n])
}

// askInTurn tries the cards in random order and returns the first one that is chosen with
// its probability in p, or any one if none is chosen. It also returns the probability of
// the result.
func askInTurn(src rand.Source, cards card.Cards, p []float64) (card.Card, float64) {
	// The plain version shuffles the cards and tries them, and sums the probability over
	// all orders. Instead give each card a random time in [0, 1]. A card at time t is
	// tried after all cards with earlier times, so card i has the probability
	// p_i ∫ Π_{j≠i} (1 - p_j t) dt + Π (1 - p_j) / n.
	kept := 1.0
	for _, q := range p {
		kept *= 1 - q
	}
	draw := game.Unit(src.Uint64())
	i := 0
	var chosen card.Card
	var chance float64
	for c := range cards.Each() {
		var before [12]float64 // coefficients of the product, by powers of t
		before[0] = 1
		for j, q := range p {
			if j == i {
				continue
			}
			for k := len(p); k > 0; k-- {
				before[k] -= float64(q * before[k-1])
			}
		}
		integral := 0.0
		for k, b := range before {
			integral += b / float64(k+1)
		}
		// Rounding must neither exclude the last card nor leave no card.
		if chance = float64(p[i]*integral) + kept/float64(len(p)); chance > 0 {
			chosen = c
			if draw -= chance; draw < 0 {
				return c, chance
			}
		}
		i++
	}
	return chosen, chance
}

// fitnessTurns is the common part of two players of cardfitness2021, which draw and knock
// by tables ("V2 had identical draw and knock strategies to V4").
type fitnessTurns struct {
	src    rand.PCG
	chance float64 // probability of all answers of yes since it was set to 1
}

// Reset starts a new episode, in which all random choices follow from seed.
func (f *fitnessTurns) Reset(seed uint64) { f.src.Seed(seed, 0x6669746e657373) }

// NextDeal does nothing: the player remembers nothing of a hand.
func (f *fitnessTurns) NextDeal() {}

// yes returns true with the probability that the tables have for a set.
func (f *fitnessTurns) yes(tables *FitnessTables, set int) bool {
	p := orShipped(tables).Probability(set)
	if p == 1 || p > 0 && game.Unit(f.src.Uint64()) < p {
		f.chance *= p
		return true
	}
	f.chance *= 1 - p
	return false
}

// knocksBy reports whether the player knocks with the ten cards of rest: always with gin,
// otherwise by the tables.
func (f *fitnessTurns) knocksBy(tables *FitnessTables, o *gin.Observation, rest card.Cards, deadwood int) bool {
	set, open := FitnessKnockSet(o, rest, deadwood)
	if !open {
		return deadwood == 0
	}
	return f.yes(tables, set)
}

// orShipped returns the given tables, or the shipped ones for nil.
func orShipped(tables *FitnessTables) *FitnessTables {
	if tables == nil {
		return ShippedFitnessTables()
	}
	return tables
}

// fitnessEntries returns the players of cardfitness2021 that use the fitness of cards.
func fitnessEntries() spec.List {
	parse := func(data []byte) (*FitnessTables, error) { return ReadFitnessTables(bytes.NewReader(data)) }
	const doc = "follow the text of cardfitness2021, or the authors' published program"
	return spec.List{
		spec.Player("gin", "independent-heuristics", "V2 of cardfitness2021: four tests, one after another, remove candidates for the discard",
			func(s IndependentHeuristics) game.Agent { return &s },
			spec.Word("variant", doc, func(s *IndependentHeuristics) *baselines.Variant { return &s.Variant }, baselines.Paper, baselines.Released),
			spec.Where(spec.Word("filter", "each test in turn removes the candidates for which it is true (remove) or keeps only these (keep), or all candidates for which any test is true are removed (remove-any)",
				func(s *IndependentHeuristics) *Filter { return &s.Filter }, Remove, RemoveAny, Keep),
				func(s *IndependentHeuristics) bool { return s.Variant == baselines.Paper }),
			spec.File("table", "draw and knock by the built-in tables, or by those in a file of train cfr", "standard",
				parse, func(s *IndependentHeuristics) *spec.FileOf[*FitnessTables] { return &s.Tables })),
		spec.Player("gin", "fitness", "V4 of cardfitness2021: discards the fittest card; a table computed by CFR breaks ties",
			func(s Fitness) game.Agent { return &s },
			spec.Word("variant", doc, func(s *Fitness) *baselines.Variant { return &s.Variant }, baselines.Paper, baselines.Released),
			spec.OrFile(spec.Word("table", "choose between equally fit cards by the table (on) or at random (off); a file of train cfr replaces all tables",
				func(s *Fitness) *Component { return &s.Table }, On, Off),
				parse, func(s *Fitness) *spec.FileOf[*FitnessTables] { return &s.Tables }),
			characteristic("falls", "rank a card higher if the mean deadwood falls without it", ginhand.DeadwoodFalls),
			characteristic("unmeldable", "rank a card higher if it can be in no meld", ginhand.NeverMelds),
			characteristic("useless", "rank a card higher if the opponent cannot meld it with its known cards", ginhand.UselessToOpponent),
			characteristic("mate", "rank a card higher if the opponent discarded a card that melds with it", ginhand.MateDiscarded),
			spec.NumberOr("knock", "knock at once with deadwood at most this", "0", fitnessMaxKnock, func(s *Fitness) *int { return &s.Knock }),
			spec.Word("knock-table", "with more deadwood than knock, knock by the table (on) or never (off)", func(s *Fitness) *Component { return &s.KnockTable }, On, Off)),
	}
}

// characteristic returns the option whether a characteristic counts.
func characteristic(name, doc string, f ginhand.Fitness) spec.Option {
	return spec.Value(name, doc, []string{"on", "off"},
		func(s *Fitness, v string) error {
			switch v {
			case "on":
				s.Uncounted &^= f
			case "off":
				s.Uncounted |= f
			default:
				return fmt.Errorf("want on or off")
			}
			return nil
		},
		func(s *Fitness) string {
			if s.Uncounted&f != 0 {
				return "off"
			}
			return "on"
		})
}
