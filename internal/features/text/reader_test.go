package text_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/internal/features/text"
	"rummygym/internal/must"
)

// sheet is a text of a seat, taken apart by someone who has nothing else.
type sheet struct {
	t    testing.TB
	text string
}

// find returns the groups of a pattern, empty ones if the text does not have it.
func (s sheet) find(pattern string) []string {
	re := regexp.MustCompile(`(?m)` + pattern)
	if found := re.FindStringSubmatch(s.text); found != nil {
		return found[1:]
	}
	return make([]string, re.NumSubexp())
}

func (s sheet) number(pattern string) int {
	n, _ := strconv.Atoi(s.find(pattern)[0])
	return n
}

func (s sheet) cards(text string) []card.Card {
	s.t.Helper()
	return must.Get(card.ParseAll(strings.ReplaceAll(text, "|", " ")))(s.t)
}

func (s sheet) card(pattern string) card.Card {
	if c := s.cards(s.find(pattern)[0]); len(c) == 1 {
		return c[0]
	}
	return card.None
}

// seats returns the line of each seat: after "You:" or "Seat 1:".
func (s sheet) seats() (lines []string) {
	you, last := s.number(`You are seat (\d)`), s.number(`You are seat \d of seats 0 to (\d)`)
	for p := range last + 1 {
		name := fmt.Sprint("Seat ", p)
		if p == you {
			name = "You"
		}
		lines = append(lines, s.find(`^` + name + `: ?(.*)\.$`)[0])
	}
	return lines
}

// part returns the cards after a word in the line of a seat.
func (s sheet) part(line, word string) []card.Card {
	for part := range strings.SplitSeq(line, ";") {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(part), word+" "); ok {
			return s.cards(rest)
		}
	}
	return nil
}

// legal returns the legal moves.
func (s sheet) legal(g game.Game) (legal game.Mask) {
	s.t.Helper()
	_, moves, ok := strings.Cut(s.text, "\nLegal moves:\n")
	if !ok {
		s.t.Fatalf("no legal moves:\n%s", s.text)
	}
	for line := range strings.Lines(moves) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), ":")
		legal.Set(must.Get(g.ParseAction(name))(s.t))
	}
	return legal
}

// pile returns the discard pile and its top.
func (s sheet) pile() (top card.Card, pile []card.Card) {
	top = s.card(`Discard pile: (\w+) on top,`)
	if top == card.None {
		if top = s.card(`Discard pile: (\w\w)\.$`); top == card.None {
			return top, nil
		}
		return top, []card.Card{top}
	}
	return top, s.cards(s.find(`on top, in all \d+ cards: (.*)\.$`)[0])
}

// gin returns the observation of Gin Rummy that the text tells under rules that are known.
func (s sheet) gin(r *gin.Rules) *gin.Observation {
	o := &gin.Observation{Rules: r, Knocker: game.NoPlayer, Drawn: card.None}
	set := func(cards []card.Card) (all card.Cards) {
		for _, c := range cards {
			all = all.With(c)
		}
		return all
	}
	o.Self = game.Player(s.number(`You are seat (\d)`))
	o.Mover = o.Self
	o.Turn, o.KnockLimit = s.number(`^Turn (\d+);`), s.number(`knock with (\d+) or less`)
	o.Hand = set(s.cards(s.find(`^Your hand, \d+ cards: (.*)\.$`)[0]))
	o.Drawn, o.StockSize = s.card(`^You have drawn: (\w+)\.$`), s.number(`^Stock: (\d+) cards`)
	top, pile := s.pile()
	o.Upcard, o.Pile = top, set(pile)
	task := s.find(`^It is your turn: (.*)\.$`)[0]
	for p := gin.FirstUpcard; p < gin.Over; p++ {
		if gin.Phrases.Task(p.String()) == task {
			o.Phase = p
			if task != "declare melds" {
				break
			}
		}
	}
	for p, line := range s.seats() {
		o.Taken[p], o.Refused[p], o.Given[p] = set(s.part(line, "took")), set(s.part(line, "did not take")), set(s.part(line, "discarded"))
		if p != int(o.Self) {
			o.HandSizes[p], _ = strconv.Atoi(strings.Fields(line)[0])
			o.Known[p] = set(s.part(line, "among them"))
		} else {
			o.HandSizes[p] = o.Hand.Count()
		}
		n := 0
		for part := range strings.SplitSeq(line, ";") {
			if rest, ok := strings.CutPrefix(strings.TrimSpace(part), "melded "); ok {
				o.Melds[p][n] = set(s.cards(rest))
				n++
			}
		}
		if strings.Contains(line, "knocked") {
			o.Knocker = game.Player(p)
		}
	}
	if task == "declare melds" {
		o.Phase = gin.KnockerMelds
		if o.Knocker != o.Self {
			o.Phase = gin.DefenderMelds
		}
	}
	return o
}

// indian returns the observation of Indian Rummy that the text tells under rules that are known.
func (s sheet) indian(r *indian.Rules) *indian.Observation {
	o := &indian.Observation{Rules: r, Drawn: card.None}
	o.Self = game.Player(s.number(`You are seat (\d)`))
	o.Mover = o.Self
	o.Turn, o.Round = s.number(`^Turn (\d+);`), s.number(`; round (\d+);`)
	o.Wildcard = s.card(`^Turned up for the jokers: (\w+)\.$`)
	o.Wild, _ = must.Get2(card.ParseWild(o.Wildcard.String()))(s.t)
	o.Hand = card.BagOf(s.cards(s.find(`^Your hand, \d+ cards: (.*)\.$`)[0])...)
	o.Drawn, o.StockSize = s.card(`^You have drawn: (\w+)\.$`), s.number(`^Stock: (\d+) cards`)
	top, pile := s.pile()
	o.Top, o.Pile, o.PileSize = top, card.BagOf(pile...), len(pile)
	if s.find(`^It is your turn: (.*)\.$`)[0] == "discard" {
		o.Phase = indian.Discard
	}
	for p, line := range s.seats() {
		o.Taken[p], o.Given[p] = card.BagOf(s.part(line, "took")...), card.BagOf(s.part(line, "discarded")...)
		o.TurnsOf[p] = len(s.part(line, "discarded"))
		o.HandSizes[p] = o.Hand.Count()
		if p != int(o.Self) {
			o.HandSizes[p], _ = strconv.Atoi(strings.Fields(line)[0])
			o.Known[p] = card.BagOf(s.part(line, "among them")...)
		} else {
			o.TurnsOf[p]++
		}
		if !strings.Contains(line, "out of the game") {
			o.Active |= 1 << p
		}
	}
	return o
}

// observe returns the observation that the text tells, and the same with those values of obs that the
// text has only in its history or that the seat can count itself.
func (s sheet) observe(obs game.Observation) (read, same game.Observation) {
	switch o := obs.(type) {
	case *gin.Observation:
		read := s.gin(o.Rules)
		same := *read
		same.Starter, same.FromPile, same.Result, same.LaidOff, same.History = o.Starter, o.FromPile, o.Result, o.LaidOff, o.History
		same.Known[o.Self] = o.Known[o.Self]
		if o.Knocker != game.NoPlayer {
			same.Known, same.Drawn = o.Known, o.Drawn
		}
		return read, &same
	case *indian.Observation:
		read := s.indian(o.Rules)
		same := *read
		same.FromPile, same.Reshuffles, same.TurnsOf = o.FromPile, o.Reshuffles, o.TurnsOf
		same.Known[o.Self] = o.Known[o.Self]
		return read, &same
	}
	s.t.Fatalf("an observation of type %T", obs)
	return nil, nil
}

// TestReaderPlaysTheSame lets agents that see nothing but the text play beside the same agents that
// see the observation: they decide the same at every decision, and the text has every value of
// the observation that they could ask for.
func TestReaderPlaysTheSame(t *testing.T) {
	games := uint64(5)
	if *long {
		games = 200
	}
	for _, c := range []struct{ game, rules, agent string }{
		{"gin", "eaai", "simple"}, {"gin", "openspiel", "simple"}, {"gin", "classic", "simple"}, {"gin", "eaai", "sigra"},
		{"indian", "paper", "min-dist"}, {"indian", "club", "min-dist"}, {"indian", "club seats=4 declaring=any-cards", "min-dist-opp"},
	} {
		t.Run(strings.Join([]string{c.game, c.rules, c.agent}, " "), func(t *testing.T) {
			decisions := 0
			for seed := range games {
				x := deal(t, c.game, c.rules, seed)
				w := x.writer(t, text.Default())
				rng := rand.New(rand.NewPCG(seed, 3))
				var readers, seats []game.Agent
				for p := range x.game.Players() {
					readers = append(readers, x.agent(t, c.agent, game.Seed(seed, uint64(p))))
					seats = append(seats, x.agent(t, c.agent, game.Seed(seed, uint64(p))))
				}
				for p := x.state.Current(); p != game.NoPlayer; p = x.state.Current() {
					m := x.moment(p)
					s := sheet{t, string(w.Append(nil, m))}
					legal := s.legal(x.game)
					if legal != *m.Legal {
						t.Fatalf("seed %d: other legal moves than in\n%s", seed, s.text)
					}
					read, same := s.observe(m.Obs)
					if plain(same) != plain(m.Obs) {
						t.Fatalf("seed %d: from\n%s\nis read\n%s\nnot\n%s", seed, s.text, plain(same), plain(m.Obs))
					}
					reads := legal
					a, _ := readers[p].Act(read, &reads)
					b, _ := seats[p].Act(m.Obs, m.Legal)
					if a != b {
						t.Fatalf("seed %d: the reader plays %s, not %s:\n%s", seed, x.game.ActionString(a), x.game.ActionString(b), s.text)
					}
					decisions++
					if rng.IntN(9) == 0 { // to see more than good play
						b = legal.Nth(rng.IntN(legal.Count()))
					}
					x.apply(t, b)
				}
			}
			if decisions < 50 {
				t.Errorf("%d decisions: this test has seen little", decisions)
			}
		})
	}
}
