package discard

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"rummygym/agents/network"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/train"
)

// Augmentation is how each row is presented in an epoch.
type Augmentation string

// The augmentations.
const (
	NoAugmentation Augmentation = "none"  // once, as it is
	Suits          Augmentation = "suits" // 24 times, with all orders of the suits in x and o; m stays
)

// Order is how rows are presented.
type Order struct {
	Seed    uint64
	Batch   int          // rows of an update, at least 1; the last batch of an epoch may be smaller
	Augment Augmentation // "" is none
}

// Updates returns the number of updates of an epoch over a number of rows.
func (o *Order) Updates(rows int) int64 {
	return int64((rows*len(o.orders()) + o.Batch - 1) / o.Batch)
}

// orders returns the orders of suits in which each row is presented.
func (o *Order) orders() []SuitOrder {
	if o.Augment == Suits {
		return SuitOrders()
	}
	return SuitOrders()[:1]
}

// Learner fits a network to scores: an update per step, every presentation of a row once per
// epoch, in an order that is drawn anew in each epoch. It implements [train.Learner].
type Learner struct {
	model   *train.Model
	rows    []Row
	order   Order
	orders  []SuitOrder
	encoder *Encoder
	digest  string // of the rows
	updates int64  // of an epoch
	epoch   int64
	at      int64   // updates made in the epoch
	shuffle []int32 // order of the epoch: row*len(orders) + number of the order of suits
	batch   train.Batch
}

// NewLearner returns a learner that trains m on rows, which it does not change. The only loss
// of m must be the squared error of the head [network.Points], and its inputs fields of
// [afterstate.Discards].
func NewLearner(m *train.Model, d *network.Description, rows []Row, o Order) (*Learner, error) {
	e, err := NewEncoder(d.Inputs)
	if err != nil {
		return nil, err
	}
	switch {
	case o.Batch < 1:
		return nil, fmt.Errorf("discard: batches of %d rows: want at least 1", o.Batch)
	case o.Augment != "" && o.Augment != NoAugmentation && o.Augment != Suits:
		return nil, fmt.Errorf("discard: augmentation %q: want %s or %s", o.Augment, NoAugmentation, Suits)
	case len(rows) == 0:
		return nil, errors.New("discard: no rows to learn from")
	case len(rows) > math.MaxInt32/len(o.orders()):
		return nil, fmt.Errorf("discard: %d rows: want at most %d", len(rows), math.MaxInt32/len(o.orders()))
	}
	l := &Learner{model: m, rows: rows, order: o, orders: o.orders(), encoder: e, digest: Digest(rows), updates: o.Updates(len(rows))}
	l.batch.Inputs = make([]float32, o.Batch*e.Size())
	l.batch.Targets = []train.Target{{Values: make([]float32, o.Batch)}}
	l.shuffle = make([]int32, len(rows)*len(l.orders))
	l.mix()
	return l, nil
}

// Digest returns a string that identifies rows: equal digests mean equal rows.
func Digest(rows []Row) string {
	sum := sha256.New()
	var b []byte
	for i := range rows {
		r := &rows[i]
		b = b[:0]
		for _, suit := range r.Hand {
			b = binary.LittleEndian.AppendUint16(b, suit)
		}
		b = append(b, r.Macros[:]...)
		for _, v := range r.Belief {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
		}
		sum.Write(binary.LittleEndian.AppendUint32(b, math.Float32bits(r.Score)))
	}
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

// epochStream separates the orders of epochs from other random numbers of a seed.
const epochStream = 0x65706f6368 // "epoch"

// mix draws the order of the epoch, a uniform permutation.
func (l *Learner) mix() {
	for i := range l.shuffle {
		l.shuffle[i] = int32(i)
	}
	src := rand.NewPCG(game.Seed(l.order.Seed, epochStream, uint64(l.epoch)), 0)
	for i := len(l.shuffle) - 1; i > 0; i-- {
		j := card.Below(src, uint64(i+1))
		l.shuffle[i], l.shuffle[j] = l.shuffle[j], l.shuffle[i]
	}
}

// Columns returns the name of the measure of a step.
func (l *Learner) Columns() []string { return []string{"loss"} }

// Step makes the next update. It sets row to the mean squared error of the batch before the
// update in points², times the ratio of its size to the mean size of a batch of the epoch: the
// mean over the steps of an epoch is that over its rows.
func (l *Learner) Step(ctx context.Context, row []float64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	from := int(l.at) * l.order.Batch
	to := min(len(l.shuffle), from+l.order.Batch)
	size := l.encoder.Size()
	l.batch.Inputs, l.batch.Targets[0].Values = l.batch.Inputs[:(to-from)*size], l.batch.Targets[0].Values[:to-from]
	for i, number := range l.shuffle[from:to] {
		r := &l.rows[int(number)/len(l.orders)]
		l.encoder.Encode(l.batch.Inputs[i*size:][:size], &r.State, l.orders[int(number)%len(l.orders)])
		l.batch.Targets[0].Values[i] = r.Score
	}
	values, err := l.model.Step(&l.batch)
	if err != nil {
		return err
	}
	row[0] = values[0] * float64(int64(to-from)*l.updates) / float64(len(l.shuffle))
	if l.at++; l.at == l.updates {
		l.epoch, l.at = l.epoch+1, 0
		l.mix()
	}
	return nil
}

// Network returns a copy of the current network.
func (l *Learner) Network() (*network.Network, error) { return l.model.Network() }

// learnerState is the position of a learner in its data, and what identifies the data.
type learnerState struct {
	Data  string // digest of the rows
	Order Order
	Epoch int64
	At    int64 // updates made in the epoch
}

func (l *Learner) state() learnerState { return learnerState{l.digest, l.order, l.epoch, l.at} }

// AppendState appends everything that the next step depends on besides the rows, which are
// identified by a digest.
func (l *Learner) AppendState(dst []byte) []byte {
	return train.AppendStateAt(dst, l.model, l.state())
}

// Restore continues from the state of a learner with the same network, rows and order.
func (l *Learner) Restore(state []byte) error {
	was, err := train.RestoreAt(state, l.model, func(was learnerState) learnerState {
		now := l.state()
		now.Epoch, now.At = was.Epoch, max(0, min(was.At, l.updates-1))
		return now
	})
	if err != nil {
		return err
	}
	l.epoch, l.at = was.Epoch, was.At
	l.mix()
	return nil
}

// Predict returns the points that a network expects of each row, computed by a number of
// goroutines, on which they do not depend.
func Predict(n *network.Network, rows []Row, workers int) ([]float64, error) {
	e, err := NewEncoder(n.Description().Inputs)
	if err != nil {
		return nil, err
	}
	head := n.Description().Head(network.Points)
	if head < 0 {
		return nil, fmt.Errorf("discard: the network has no head %q", network.Points)
	}
	const span = 1024
	m, err := train.From(n, train.Settings{Losses: Losses(), Optimizer: train.Adam(1), MaxBatch: span, Workers: workers})
	if err != nil {
		return nil, err
	}
	inputs, out := make([]float32, span*e.Size()), make([]float32, span)
	heads := slices.Repeat([][]float32{nil}, head+1)
	all := make([]float64, 0, len(rows))
	for from := 0; from < len(rows); from += span {
		part := rows[from:min(len(rows), from+span)]
		for i := range part {
			e.Encode(inputs[i*e.Size():][:e.Size()], &part[i].State, SuitOrder{0, 1, 2, 3})
		}
		heads[head] = out[:len(part)]
		if err := m.Predict(inputs[:len(part)*e.Size()], heads...); err != nil {
			return nil, err
		}
		for _, v := range heads[head] {
			all = append(all, float64(v))
		}
	}
	return all, nil
}
