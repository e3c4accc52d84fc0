package series

import (
	"fmt"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// View returns what an observation shows of the table. See [record.Described].
func (g *Game) View(obs game.Observation) record.View {
	o := obs.(*Observation)
	if o.Deal == nil {
		return record.View{Mover: o.Mover, Phase: o.Phase.String(), Pile: []card.Card{}}
	}
	v := g.deals[len(o.Seats)].View(o.Deal)
	v.Mover, v.HandNumber = o.Mover, new(o.Deals)
	if o.Phase != Playing {
		v.Phase = o.Phase.String()
	}
	seats := v.Seats
	v.Seats = nil
	for p := range game.Player(o.Rules.Seats) {
		seat := record.NewSeat(p)
		if at := o.Seat(p); at != game.NoPlayer {
			seat = seats[at]
			seat.Seat = int(p)
		}
		seat.Active = seat.Active && o.In>>p&1 != 0
		seat.Score = new(o.Scores[p])
		v.Seats = append(v.Seats, seat)
	}
	return v
}

// Facts returns the number of the deal and the scores, and the facts of the deal. See [record.Described].
func (g *Game) Facts(obs game.Observation, name func(game.Player) string) []string {
	o := obs.(*Observation)
	what, score := o.score(name)
	deal := fmt.Sprintf("deal %d", o.Deals)
	if o.Rules.Format == Deals {
		deal += fmt.Sprintf(" of %d", o.Rules.Deals)
	}
	facts := []string{deal, what + " " + score}
	if o.Phase != Playing {
		return facts
	}
	return append(facts, g.deals[len(o.Seats)].Facts(o.Deal, func(seat game.Player) string { return name(o.Seats[seat]) })...)
}

// Standing returns the score of the match, and at the end of a race how each game was counted, a line each. See [record.Standing].
func (g *Game) Standing(obs game.Observation, name func(game.Player) string) []string {
	o := obs.(*Observation)
	what, score := o.score(name)
	if o.Rules.Games > 1 {
		what += fmt.Sprintf(", %s first", name(o.Self))
	}
	lines := []string{what + ": " + score}
	if o.Rules.Format != Race || o.Phase != Over {
		return lines
	}
	for i := range o.Games[:o.Rules.Games] {
		w, text := o.Games[i].inWords(o.Rules)
		lines = append(lines, record.When(o.Rules.Games > 1, fmt.Sprintf("game %d: ", i+1))+text+" for "+name(w))
	}
	return lines
}

// Explain returns the reasons of the deal. See [record.Explainer].
func (g *Game) Explain(hand []record.Event) []record.Reason {
	seats := 0
	for i := range hand {
		if hand[i].Type == record.Deal {
			seats = 0
			for _, dealt := range hand[i].Hands {
				if dealt == nil || len(dealt) > 0 { // it is hidden, or seen
					seats++
				}
			}
		}
	}
	if deal, ok := g.deals[min(seats, len(g.deals)-1)].(record.Explainer); ok {
		return deal.Explain(hand)
	}
	return nil
}

// Question returns what the observer is asked, with what each answer costs. See [record.Standing].
func (g *Game) Question(obs game.Observation, name func(game.Player) string) string {
	o := obs.(*Observation)
	s := State{game: g, match: match{in: o.In, ending: splitPool, sheet: o.Sheet}} // if the pool is shared now
	entry, pool := o.Rules.Entry, record.Count(o.Rules.Entry*s.entries(), "point")
	switch {
	case o.Mover != o.Self:
		return ""
	case o.Phase == Rejoining:
		return fmt.Sprintf("You are out with %s. Join again for another %s? You then continue with a score of %d. If you leave, you lose the %s that you paid.",
			record.Count(o.Scores[o.Self], "point"), record.Count(entry, "point"), o.Rejoin, record.Count(entry*o.Entries[o.Self], "point"))
	case o.Phase == Splitting:
		first, second := s.lastTwo()
		other := first + second - o.Self
		shares := fmt.Sprintf("You get %d and %s %d", s.share(o.Self), name(other), s.share(other))
		if more := s.drops(o.Self) - s.drops(other); more > 0 {
			shares += fmt.Sprintf(", because you can drop %s more before you are out", times(more))
		} else if more < 0 {
			shares += fmt.Sprintf(", because %s can drop %s more before going out", name(other), times(-more))
		}
		if o.Self == first {
			return fmt.Sprintf("Share the pool of %s? %s. If either of you refuses, you play on for the whole pool.", pool, shares)
		}
		return fmt.Sprintf("%s agrees to share the pool of %s. Do you? %s. If you refuse, you play on for the whole pool.", name(other), pool, shares)
	}
	return ""
}

// times says how often.
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// score returns the score of the match in words, those of the observer first.
func (o *Observation) score(name func(game.Player) string) (what, text string) {
	var scores []string
	for i := range game.Player(o.Rules.Seats) {
		p := (o.Self + i) % game.Player(o.Rules.Seats)
		text := fmt.Sprintf("%s %d", name(p), o.Scores[p])
		if o.In>>p&1 == 0 && (o.Rules.Format == Pool || o.Phase != Over) { // after the last deal for chips only the winner is in
			text += " (out)"
		}
		scores = append(scores, text)
	}
	what, text = "score", strings.Join(scores, ", ")
	switch o.Rules.Format {
	case Pool:
		text += fmt.Sprintf("; out at %d", o.Rules.Limit)
	case Race:
		if o.Rules.Games == 1 {
			text += fmt.Sprintf(" of %d", o.Rules.Target)
			break
		}
		what, scores = "games", nil
		for i := range o.Games[:o.Rules.Games] {
			x := &o.Games[i]
			scores = append(scores, fmt.Sprintf("%d–%d", x.Points[o.Self], x.Points[1-o.Self]))
		}
		text = fmt.Sprintf("%s, to %d", strings.Join(scores, ", "), o.Rules.Target)
	}
	return what, text
}

// inWords says how a game is counted at the end of the match, such as "137 − 14 + 100 for the game = 223", and for whom.
func (x *GameScore) inWords(r *Rules) (winner game.Player, text string) {
	c, gain, sign := x.count(r), x.gain(r), 1
	if gain < 0 {
		winner, sign = 1, -1
	}
	text = fmt.Sprintf("%d − %d", x.Points[winner], x.Points[1-winner])
	for _, part := range []struct {
		n  int
		of string
	}{{sign * c.game, "the game"}, {sign * c.hands, "hands won"}, {sign * c.shutOut, "the shut-out"}} {
		if part.n < 0 {
			text += fmt.Sprintf(" − %d for %s", -part.n, part.of)
		} else if part.n > 0 {
			text += fmt.Sprintf(" + %d for %s", part.n, part.of)
		}
	}
	return winner, fmt.Sprintf("%s = %d", text, sign*gain)
}

// Hand returns the observer's hand in the deal, sorted; without cards if it was not dealt in. See [record.Described].
func (g *Game) Hand(obs game.Observation) record.Hand {
	o := obs.(*Observation)
	if o.Seat(o.Self) == game.NoPlayer {
		return record.Hand{}
	}
	return g.deals[len(o.Seats)].Hand(o.Deal)
}

// Choice describes a legal action. See [record.Described].
func (g *Game) Choice(obs game.Observation, a game.Action) record.Choice {
	o := obs.(*Observation)
	switch a - g.base {
	case rejoin:
		return record.Choice{Type: record.Accept, Card: card.None, Phase: o.Phase.String(), Cost: o.Rules.Entry}
	case split:
		return record.Choice{Type: record.Accept, Card: card.None, Phase: o.Phase.String()}
	case leave, playOn:
		return record.Choice{Type: record.Pass, Card: card.None, Phase: o.Phase.String()}
	}
	return g.deals[len(o.Seats)].Choice(o.Deal, a)
}

// Phrases are the words for phases, passes and endings of matches, beside those of the game of the deals. They must not be
// changed.
var Phrases = record.Phrases{
	Tasks: []record.Task{
		{Phase: "rejoin", Text: "join again or leave"},
		{Phase: "split", Text: "share the pool or play on"},
	},
	Passes: []record.Passing{
		{Phase: "rejoin", Verb: "leave", Object: "the match", Choice: "leave the match"},
		{Phase: "split", Verb: "play", Object: "on", Choice: "play on for the whole pool"},
	},
	Accepts: []record.Passing{
		{Phase: "rejoin", Verb: "join", Object: "again", Choice: "join again"},
		{Phase: "split", Verb: "agree", Object: "to share the pool", Choice: "share the pool"},
	},
	Endings: []record.Ended{
		{Ending: LastPlayer, Text: "the last player in the pool"},
		{Ending: SplitPool, Text: "the pool is shared"},
		{Ending: DealsPlayed, Text: "most chips after the last deal"},
		{Ending: TargetReached, Text: "the match is decided"},
		{Ending: DealLimit, Text: "the limit of deals"},
	},
}
