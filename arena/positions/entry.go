package positions

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"rummygym/arena/review"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/features/analysis"
	"rummygym/features/facts"
	"rummygym/features/text"
)

// Exact is what solvers say of a position. Values that make no sense for it are left out.
type Exact struct {
	Hand    record.Hand          `json:"hand"`              // best grouping, deadwood or MinScore, MinDist
	Outs    []facts.Out          `json:"outs,omitempty"`    // unseen cards that help, before a draw
	LayOffs *analysis.GinLayOffs `json:"lay_off,omitempty"` // melds and lay-offs on the knocker's melds that leave the least deadwood
}

// relabellings are the letters that are written for the suits C, D, H and S, the first those themselves.
var relabellings = func() (all []string) {
	for _, a := range "CDHS" {
		for _, b := range "CDHS" {
			for _, c := range "CDHS" {
				for _, d := range "CDHS" {
					if a != b && a != c && a != d && b != c && b != d && c != d {
						all = append(all, string([]rune{a, b, c, d}))
					}
				}
			}
		}
	}
	return all
}()

// writer writes entries.
type writer struct {
	*Config
	plain  map[string]*text.Writer // by relabelling
	solved map[string]*text.Writer // with the numbers of solvers
}

// entries returns the entry of a sample and its twins.
func (w *writer) entries(s *sample, id string, number uint64) (all []Entry, err error) {
	order := rand.New(rand.NewPCG(game.Seed(w.Seed, twinStream, number), 0)).Perm(len(relabellings) - 1)
	labels := []string{""}
	for _, i := range order[:w.Twins] {
		labels = append(labels, relabellings[i+1])
	}
	for _, l := range labels {
		e, err := w.entry(s, l)
		if err != nil {
			return nil, err
		}
		if e.ID = id; l != "" {
			e.ID, e.TwinOf, e.Relabelled = id+"-"+l, id, l
		}
		all = append(all, e)
	}
	return all, nil
}

// open returns the writers of texts with a relabelling.
func (w *writer) open(relabel string) (plain, solved *text.Writer, err error) {
	if w.plain == nil {
		w.plain, w.solved = map[string]*text.Writer{}, map[string]*text.Writer{}
	}
	if w.plain[relabel] == nil {
		o := text.Default()
		o.History, o.Relabel = w.History, relabel
		if w.plain[relabel], err = text.New(w.Source, o); err != nil {
			return nil, nil, err
		}
		o.Numbers = true
		if w.solved[relabel], err = text.New(w.Source, o); err != nil {
			return nil, nil, err
		}
	}
	return w.plain[relabel], w.solved[relabel], nil
}

// entry returns the entry of a sample with a relabelling, without its id.
func (w *writer) entry(s *sample, relabel string) (e Entry, err error) {
	plain, solved, err := w.open(relabel)
	if err != nil {
		return e, err
	}
	m := s.moment()
	e = Entry{
		Game: w.Game.Name(), Kind: s.classify(w.Game), Difficulty: classOf(s.gap, s.gapErr), Gap: round(s.gap, 1e4), GapErr: round(s.gapErr, 1e4),
		Deals: s.deals, Rules: w.Source.Rules(), Text: string(plain.Append(nil, m)), Position: plain.AppendJSON(nil, m),
	}
	var known solvedPosition
	if err := json.Unmarshal(solved.AppendJSON(nil, m), &known); err != nil {
		return e, fmt.Errorf("position: %w", err)
	}
	for _, x := range known.Legal {
		a, err := plain.Parse(x.Name, m)
		if err != nil {
			return e, err
		}
		c := s.costs[slices.IndexFunc(s.costs, func(c review.MoveCost) bool { return c.Action == a })].Cost
		x.Cost, x.CostErr, x.Win, x.WinErr = round(c.Points, 1e4), round(c.PointsError, 1e4), round(c.Win, 1e6), round(c.WinError, 1e6)
		if e.Moves = append(e.Moves, x); a == s.costs[0].Action {
			e.Best = x.Name
		}
	}
	e.Exact = Exact{known.Hand, known.Outs, known.layOffs()}
	return e, nil
}

// round rounds a number of which the last digits are noise, to 1/unit.
func round(x, unit float64) float64 { return math.Round(x*unit) / unit }

// solvedPosition has members of the JSON of a position with the numbers of solvers.
type solvedPosition struct {
	Seat  int           `json:"seat"`
	Phase string        `json:"phase"`
	Seats []record.Seat `json:"seats"`
	Legal []Move        `json:"legal"`
	Hand  record.Hand   `json:"hand"`
	Outs  []facts.Out   `json:"outs"`
}

// layOffs returns the best lay-offs on the melds of a knocker, or nil if there is none.
func (p *solvedPosition) layOffs() *analysis.GinLayOffs {
	for _, s := range p.Seats {
		if s.Seat == p.Seat || !s.Knocked || len(s.Melds) == 0 {
			continue
		}
		hand, err := analysis.NewGinHand(p.Seats[p.Seat].Cards, s.Melds)
		if err != nil {
			return nil // no hand of Gin Rummy
		}
		best := hand.Joint()
		return best
	}
	return nil
}
