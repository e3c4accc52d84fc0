package ppo

import (
	"testing"

	"rummygym/env/game"
	"rummygym/internal/must"
)

// wide is nimEncoder with another field: ten times the number of cards left.
type wide struct{ nimEncoder }

func (wide) Layout() game.Layout {
	return append(nimEncoder{}.Layout(), game.Field{Name: "tenfold", High: 1000, DType: game.Int16})
}

func (w wide) Encode(dst []float32, obs game.Observation) {
	w.nimEncoder.Encode(dst[:nimMost+1], obs)
	dst[nimMost+1] = 10 * float32(obs.(*nimView).left)
}

// cheat takes more cards than there are.
type cheat struct{ nimPlayer }

func (*cheat) Act(game.Observation, *game.Mask) (game.Action, float64) { return 7, 1 }

// TestInputsAreMeasured checks that scales are measured in play and are reproducible.
func TestInputsAreMeasured(t *testing.T) {
	create := func() game.Agent { return &nimPlayer{skill: .5} }
	a := must.Get(Inputs(nim{}, wide{}, create, 1))(t)
	if a[0].Scale != 1 || a[1].Scale < 50 || a[1].Scale > 80 {
		t.Errorf("scales %v and %v: want 1, and about 60", a[0].Scale, a[1].Scale)
	}
	b, err := Inputs(nim{}, wide{}, create, 1)
	if err != nil || a[1].Scale != b[1].Scale {
		t.Errorf("measured again: %v, before %v, error %v", b, a, err)
	}
	must.Refuse(Inputs(nim{}, wide{}, func() game.Agent { return &cheat{} }, 1))(t, "episode 0 of seed 1")
}
