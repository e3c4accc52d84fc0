package arena

import (
	"bytes"
	"context"
	"reflect"
	"testing"

	"rummygym/agents"
	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/series"
	"rummygym/internal/must"
)

// In a pool of three the tallies of each seat are those of the deals that it was dealt, also with two players, and a file keeps them.
func TestPoolParts(t *testing.T) {
	c := Config{Games: 6, Seed: 3, Drop: game.NoAction, Terms: game.Terms{Game: "match", Round: "hand", Part: "hand"}}
	c.Game = must.Get(series.New(series.Pool101(3), func(seats int) (series.Deal, error) { return indian.New(indian.Club(seats)) }))(t)
	for _, spec := range []string{"min-dist-opp", "min-dist:drop=4"} {
		create := must.Get(indianrummy.New(spec))(t)
		c.Entrants = append(c.Entrants, Entrant{Name: spec, New: func() game.Agent {
			return agents.NewByDeals(func(int) game.Agent { return create() })
		}})
	}
	c.Lineups, c.Deals = AllSeats(0, 1, 1), AllDeals
	res := mustPlay(t, c)
	must.Equal(t, res.PartEndings, []game.Ending{indian.Declared, indian.FirstDrop, indian.MiddleDrop}, "endings")
	var of [2]Parts // of the entrants
	for l, lineup := range res.Lineups {
		for i, r := range res.Records[l] {
			points, paid, won, twice := uint32(0), uint32(0), 0, 0
			for s, e := range lineup {
				x := &res.Tallies[l][3*i+s]
				points, paid, won = points+x.Points, paid+x.Paid, won+int(x.Won)
				if x.Parts < r.Rounds {
					twice++
				}
				if winner := r.Winner == game.Player(s); winner != (x.Paid < 101) || winner && x.Parts != r.Rounds {
					t.Fatalf("seat %d pays %d points in %d of %d deals, and the winner is seat %d", s, x.Paid, x.Parts, r.Rounds, r.Winner)
				}
				drops := int(x.Ended[1] + x.Ended[2])
				of[e].add(&Parts{Parts: int(x.Parts), Won: int(x.Won), Left: drops})
			}
			if points != paid || won != int(r.Rounds) || twice > 1 {
				t.Fatalf("a match of %d deals: %d points are won and %d paid in %d deals: %+v", r.Rounds, points, paid, won, res.Tallies[l][3*i:][:3])
			}
		}
	}
	e := must.Get(res.Evaluate(0.95, nil))(t)
	for who, p := range []*Parts{e.Rows[0].Parts, e.Rows[0].Others.Parts} {
		if drops := p.Ended[indian.FirstDrop] + p.Ended[indian.MiddleDrop]; p.Parts != of[who].Parts || p.Won != of[who].Won || drops != of[who].Left || (drops > 0) != (who == 1) {
			t.Errorf("entrant %d has %+v, want %+v", who, p, of[who])
		}
	}
	read := must.Get(ReadGames(bytes.NewReader(gameBytes(t, res))))(t)
	if !reflect.DeepEqual(read, res) {
		t.Error("a written and read result differs")
	}
	read.PartEndings = read.PartEndings[:1]
	c.Resume = read
	must.Refuse(Tournament(context.Background(), c))(t, "counted endings of parts [declared] (want [declared first-drop middle-drop])")
}
