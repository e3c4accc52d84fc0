package offline

import (
	"rummygym/env/game"
)

// Sample is a recorded decision, without its inputs.
type Sample struct {
	Legal       game.Mask
	Probability float64 // with which the action was chosen, in (0, 1]
	Episode     int64   // number in its dataset
	Gain        float32 // points that the player to move gained from here to the end
	Step        int32   // number of the decision in the episode, from 0
	Action      game.Action
	Agent       int16 // index in Source.Agents of the agent that decided
	Phase       int8  // index in Source.Phases
	Player      int8  // seat of the player to move
	Won         bool  // whether the player to move won the game
}

// Rows is samples with their packed inputs.
type Rows struct {
	Samples []Sample
	pack    *packing
	data    []byte
}

// Len returns the number of samples.
func (r *Rows) Len() int { return len(r.Samples) }

// Inputs sets dst to the unscaled inputs of sample i.
func (r *Rows) Inputs(dst []float32, i int) {
	r.pack.unpack(dst, r.data[i*r.pack.size:(i+1)*r.pack.size])
}

// append appends a sample.
func (r *Rows) append(s Sample, inputs []float32) (err error) {
	if r.data, err = r.pack.append(r.data, inputs); err != nil {
		return err
	}
	r.Samples = append(r.Samples, s)
	return nil
}

// join appends the samples of o.
func (r *Rows) join(o *Rows) {
	r.Samples = append(r.Samples, o.Samples...)
	r.data = append(r.data, o.data...)
}

// grow makes room for n more samples.
func (r *Rows) grow(n int) {
	if need := len(r.Samples) + n; need > cap(r.Samples) {
		r.Samples = append(make([]Sample, 0, need), r.Samples...)
	}
	if need := len(r.data) + n*r.pack.size; need > cap(r.data) {
		r.data = append(make([]byte, 0, need), r.data...)
	}
}

// reset removes all samples but keeps the memory.
func (r *Rows) reset() { r.Samples, r.data = r.Samples[:0], r.data[:0] }

// cut removes all but the first n samples.
func (r *Rows) cut(n int) {
	r.Samples, r.data = r.Samples[:n], r.data[:n*r.pack.size]
}
