package gin_test

import (
	"fmt"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// A record is a hand played by this package or by OpenSpiel.
type record struct {
	Rules struct {
		Oklahoma      bool `json:"oklahoma"`
		KnockCard     int  `json:"knock_card"`
		GinBonus      int  `json:"gin_bonus"`
		UndercutBonus int  `json:"undercut_bonus"`
	} `json:"rules"`
	Unlimited bool     `json:"unlimited"` // no limit of lay-offs on a run, unlike OpenSpiel
	Deck      string   `json:"deck"`
	Shots     []shot   `json:"shots"`
	Faults    []string `json:"faults,omitempty"` // faults of OpenSpiel, corrected in the shots
}

// rules returns the rules of the record: the preset openspiel with the record's parameters.
func (r *record) rules() gin.Rules {
	rules := gin.OpenSpiel()
	rules.KnockLimit, rules.GinBonus, rules.UndercutBonus = r.Rules.KnockCard, r.Rules.GinBonus, r.Rules.UndercutBonus
	if r.Rules.Oklahoma {
		rules.KnockCard = gin.Oklahoma
	}
	if r.Unlimited {
		rules.LayOffLimit = 0
	}
	return rules
}

// last returns the shot of the end.
func (r *record) last() *shot { return &r.Shots[len(r.Shots)-1] }

// A chooser returns the next action of a hand.
type chooser func(o *gin.Observation, legal *game.Mask) game.Action

// play plays the hand with the record's rules and deck and sets the shots.
func (r *record) play(next chooser) error {
	g, err := gin.New(r.rules())
	if err != nil {
		return err
	}
	deck, err := card.ParseAll(r.Deck)
	if err != nil {
		return err
	}
	s := g.NewTable()
	if err := g.DealDeck(s, deck, 0); err != nil {
		return err
	}
	var o gin.Observation
	var legal game.Mask
	for s.Current() != game.NoPlayer {
		s.Observe(s.Current(), &o)
		s.Legal(&legal)
		a := next(&o, &legal)
		sh := shoot(g, s)
		sh.Action = g.ActionString(a)
		r.Shots = append(r.Shots, sh)
		if err := s.Apply(a); err != nil {
			return fmt.Errorf("decision %d: %w", len(r.Shots), err)
		}
	}
	r.Shots = append(r.Shots, shoot(g, s))
	return nil
}

// played returns a hand with random rules, deck and players.
func played(r *rand.Rand) (*record, error) {
	rec := new(record)
	rec.Rules.Oklahoma = r.IntN(5) == 0
	rec.Rules.KnockCard = []int{10, 10, 10, 10, 0, 3, 7, 9}[r.IntN(8)]
	rec.Rules.GinBonus = []int{25, 25, 20}[r.IntN(3)]
	rec.Rules.UndercutBonus = []int{25, 25, 10}[r.IntN(3)]
	rec.Unlimited = r.IntN(10) == 0
	deck := card.AppendDeck(nil, 1, 0)
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	rec.Deck = card.Format(deck)
	seats := [2]habits{drawHabits(r), drawHabits(r)}
	return rec, rec.play(func(o *gin.Observation, legal *game.Mask) game.Action {
		return seats[o.Self].choose(r, o, legal)
	})
}

// habits are the probabilities of a player's choices.
type habits struct {
	knock float64 // knocks when it may
	lay   float64 // declares or lays off when it may
	sense float64 // takes an upcard that lowers its deadwood, discards for minimum deadwood
	take  float64 // otherwise takes the upcard
	back  float64 // otherwise discards the card just taken
}

// drawHabits returns random habits, so that hands of all kinds occur.
func drawHabits(r *rand.Rand) habits {
	some := func() float64 { return []float64{0, 0.5, 0.9, 1}[r.IntN(4)] }
	h := habits{some(), some(), some(), some(), some()}
	switch r.IntN(8) {
	case 0: // sensible, and rarely knocks before the wall
		h.sense, h.knock = 1, 0.05
	case 1: // takes all upcards, for hands that end with the 50th
		h.sense, h.take, h.back = 0, 1, 0
	case 2: // random
		h = habits{}
	}
	return h
}

// choose returns an action of the player.
func (h *habits) choose(r *rand.Rand, o *gin.Observation, legal *game.Mask) game.Action {
	chance := func(p float64) bool { return r.Float64() < p }
	random := func() game.Action { return legal.Nth(r.IntN(legal.Count())) }
	if legal.Has(gin.Knock) && chance(h.knock) {
		return gin.Knock
	}
	switch o.Phase {
	case gin.KnockerMelds, gin.DefenderMelds, gin.LayOff:
		if legal.Count() > 1 && chance(h.lay) {
			legal.Unset(gin.Pass)
		}
	case gin.FirstUpcard, gin.Draw:
		takes := chance(h.take)
		sense := chance(h.sense)
		if sense {
			takes = afterDiscard(o.Hand.With(o.Upcard)) < deadwood.Of(o.Hand)
		}
		switch {
		case takes && legal.Has(gin.DrawUpcard):
			return gin.DrawUpcard
		case sense && legal.Has(gin.DrawStock):
			return gin.DrawStock
		}
	case gin.Discard:
		if chance(h.sense) {
			var left [card.NumKinds]int8
			best := deadwood.Discards(&left, o.Hand)
			legal.Unset(gin.Knock)
			for c := range o.Hand.Each() {
				if int(left[c.Index()]) > best {
					legal.Unset(gin.CardOf(c))
				}
			}
		} else if o.FromPile && chance(h.back) {
			return gin.CardOf(o.Drawn)
		}
	}
	return random()
}
