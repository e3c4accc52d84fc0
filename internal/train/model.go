package train

import (
	"fmt"
	"math"
	"runtime"
	"slices"

	_ "go4.org/unsafe/assume-no-moving-gc" // gorgonia's own is too old for today's Go and would refuse to start

	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/kernel"
)

// Settings is how a network is trained.
type Settings struct {
	Losses    []Loss // at least one
	Optimizer Optimizer
	MaxBatch  int    // maximum number of rows of a batch
	Seed      uint64 // of the initial weights
	Initial   Initialization
	Workers   int // goroutines that compute concurrently; results do not depend on it; 0: GOMAXPROCS
}

// Model is a network in training: its weights and the state of the optimizer. It is not
// safe for concurrent use.
type Model struct {
	d        network.Description
	pool     *pool
	solver   *solver
	scales   []float32 // of each input
	divisors []float32 // scales, or nil if all are 1
	weights  []float32 // of all layers, then the heads
	average  []float32 // running mean of the weights; nil without Optimizer.Average
	grads    []float32 // gradient of the loss, for each weight
	inputs   *signal
	layers   []*layer // the last one holds all heads
	terms    []term
	widths   []int       // number of columns of each term
	names    []string    // of the columns
	values   []float64   // of the columns
	rows     [][]float64 // [MaxBatch] values that the losses report for a row

	rowwise []func(from, to int)                                          // the operations on rows of a step, in order
	shares  []share                                                       // of the weights
	little  int                                                           // rows times weights below which a step is not shared among workers
	methods struct{ rows, gradients, update, forward func(from, to int) } // of the model, for the pool

	batch *Batch // of the current step
	n     int    // rows of batch
}

// New returns a model with initial weights drawn from Settings.Seed.
func New(d network.Description, set Settings) (*Model, error) {
	m, err := newModel(d, set)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	m.randomise(set.Seed, set.Initial)
	return m, nil
}

// From returns a model with the weights of a network.
func From(n *network.Network, set Settings) (*Model, error) {
	m, err := newModel(*n.Description(), set)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	return m, m.SetNetwork(n)
}

// newModel returns a model whose weights are 0.
func newModel(d network.Description, set Settings) (*Model, error) {
	if err := d.Validate(); err != nil {
		return nil, fmt.Errorf("description: %w", err)
	}
	if err := set.Optimizer.Validate(); err != nil {
		return nil, fmt.Errorf("optimizer: %w", err)
	}
	if set.MaxBatch < 1 || len(set.Losses) == 0 || set.Workers < 0 {
		return nil, fmt.Errorf("batches of at most %d rows, %d losses, %d workers: want at least 1, 1 and 0", set.MaxBatch, len(set.Losses), set.Workers)
	}
	if set.Initial != ByActivation && set.Initial != Glorot {
		return nil, fmt.Errorf("initial weights %q: want %q or %q", set.Initial, ByActivation, Glorot)
	}
	if set.Workers == 0 {
		set.Workers = runtime.GOMAXPROCS(0)
	}
	m := &Model{d: d, pool: newPool(set.Workers), names: []string{"loss"}, little: little}
	for _, l := range set.Losses {
		t, err := l.bind(&d)
		if err != nil {
			return nil, err
		}
		m.terms = append(m.terms, t)
		m.widths = append(m.widths, len(t.columns()))
		m.names = append(m.names, t.columns()...)
	}
	m.values = make([]float64, len(m.names))
	for range set.MaxBatch {
		m.rows = append(m.rows, make([]float64, len(m.names)))
	}
	for i := range d.Inputs {
		m.scales = d.Inputs[i].Divisors(m.scales)
	}
	if slices.ContainsFunc(m.scales, func(s float32) bool { return s != 1 }) {
		m.divisors = m.scales
	}
	m.addLayers(set.MaxBatch)
	m.solver = newSolver(set.Optimizer, len(m.weights), m.pool)
	if set.Optimizer.Average > 0 {
		m.average = make([]float32, len(m.weights))
	}
	m.methods.rows, m.methods.gradients, m.methods.update, m.methods.forward = m.rowsOf, m.gradientsOf, m.updateOf, m.forwardOf
	_, err := m.build()
	return m, err
}

// Columns returns the names of the values that Step and Evaluate return: "loss", then
// those of each loss, such as "policy/cross-entropy" and "policy/accuracy". The slice is
// owned by the model.
func (m *Model) Columns() []string { return m.names }

// Updates returns the number of steps made.
func (m *Model) Updates() int64 { return m.solver.updates }

// Step makes one update from a batch. It returns the values of [Model.Columns] before
// the update, in a slice that the next call overwrites. If the batch does not fit, or
// the loss is NaN or infinite, Step returns an error and changes nothing.
func (m *Model) Step(b *Batch) ([]float64, error) {
	if err := m.take(b); err != nil {
		return nil, err
	}
	m.pool.do(m.n, rowSpan, m.methods.rows)
	m.sum()
	if err := m.finite(); err != nil {
		return nil, err
	}
	m.learn()
	t := float64(m.solver.updates)
	rest := float32(1 - min(m.solver.Average, (t+1)/(t+10)))
	for i := range m.average {
		m.average[i] += float32(rest * (m.weights[i] - m.average[i]))
	}
	return m.values, nil
}

// rowsOf makes all operations on rows [from, to) of the batch. Their memory fits the cache.
func (m *Model) rowsOf(from, to int) {
	m.list(m.batch.Inputs, from, to, 0)
	for _, f := range m.rowwise {
		f(from, to)
	}
}

// learn computes the gradient and updates the weights. Each worker updates the weights whose
// gradient it has computed, unless the gradient has to be complete first, for its norm.
func (m *Model) learn() {
	if m.solver.Clip == 0 {
		m.solver.begin(1)
	}
	m.pool.do(len(m.shares), 1, m.methods.gradients)
	for _, l := range m.layers {
		if l.whole() {
			l.backWhole(m.n)
			if m.solver.Clip == 0 {
				m.updateWhole(l)
			}
		}
		if l.tied != nil {
			m.pool.do(len(l.tied.weights), tiedSpan, l.tied.learn)
		}
	}
	if m.solver.Clip > 0 {
		m.solver.begin(m.solver.shorten(m.grads))
		m.pool.do(len(m.shares), 1, m.methods.update)
	}
	for _, l := range m.layers {
		if l.whole() && m.solver.Clip > 0 {
			m.updateWhole(l)
		}
		if l.tied != nil && m.solver.Clip > 0 {
			m.pool.do(len(l.tied.weights), tiedSpan, l.tied.update)
		}
		if l.tied != nil && l.back != nil {
			m.pool.do(l.x.size, m.pool.share(l.x.size, kernel.Lanes), l.tied.turn)
		}
	}
}

// gradientsOf computes the gradient of shares, and their weights unless they have to wait.
func (m *Model) gradientsOf(from, to int) {
	for k := from; k < to; k++ {
		s := &m.shares[k]
		for i := s.from; i < s.to; i += s.step {
			end := min(s.to, i+s.step)
			s.backWeights(s.columns, m.n, i, end)
			if m.solver.Clip == 0 {
				m.update(s.layer, i, end)
			}
		}
	}
}

// updateOf updates the weights of shares.
func (m *Model) updateOf(from, to int) {
	for _, s := range m.shares[from:to] {
		m.update(s.layer, s.from, s.to)
	}
}

// update updates rows [from, to) of the weights of a layer without parts.
func (m *Model) update(l *layer, from, to int) {
	if l.tied == nil {
		m.solver.update(m.weights, m.grads, l.begin+from*l.y.stride, l.begin+to*l.y.stride)
		l.turn(from, min(to, l.x.size))
	}
}

// updateWhole updates the weights of a layer that is whole.
func (m *Model) updateWhole(l *layer) {
	m.solver.update(m.weights, m.grads, l.begin, l.begin+kernel.Width(l.own()))
	l.turn(0, l.x.size)
}

// tie sets the functions of a layer with parts.
func (m *Model) tie(l *layer) {
	t := l.tied
	t.turn = l.turn
	t.update = func(from, to int) {
		m.solver.update(m.weights, m.grads, t.begin+from, t.begin+to)
		l.spread(from, to)
	}
	t.learn = func(from, to int) {
		l.gather(from, to)
		if m.solver.Clip == 0 {
			t.update(from, to)
		}
	}
}

// Evaluate returns the values that Step would return, without an update.
func (m *Model) Evaluate(b *Batch) ([]float64, error) {
	if err := m.take(b); err != nil {
		return nil, err
	}
	m.pool.do(m.n, rowSpan, m.methods.forward)
	m.sum()
	return m.values, m.finite()
}

// forwardOf computes all layers, heads and losses for rows [from, to).
func (m *Model) forwardOf(from, to int) {
	m.list(m.batch.Inputs, from, to, 0)
	m.layersOf(from, to)
	m.losses(from, to)
}

// finite returns an error if the loss is NaN or infinite.
func (m *Model) finite() error {
	if x := m.values[0]; math.IsNaN(x) || math.IsInf(x, 0) {
		return fmt.Errorf("train: the loss is %v after %d updates: an input or target is NaN or infinite, or the learning rate is too high", x, m.solver.updates)
	}
	return nil
}

// little is the default of Model.little: a step of some 40 µs. Two workers are faster from there
// on, on an idle machine.
const little = 1 << 18

// take checks a batch.
func (m *Model) take(b *Batch) error {
	in := len(m.scales)
	n := len(b.Inputs) / in
	if len(b.Inputs)%in != 0 || n < 1 || n > m.inputs.rows {
		return fmt.Errorf("train: a batch of %d numbers: want rows of %d, at least 1 and at most %d", len(b.Inputs), in, m.inputs.rows)
	}
	if len(b.Targets) != len(m.terms) {
		return fmt.Errorf("train: a batch with %d targets: want %d, one for each loss", len(b.Targets), len(m.terms))
	}
	for i, t := range m.terms {
		if err := t.check(&b.Targets[i], n); err != nil {
			return fmt.Errorf("train: target %d (%s): %w", i, t.columns()[0], err)
		}
	}
	m.batch, m.n, m.inputs.data = b, n, b.Inputs
	m.pool.alone = n*len(m.weights) < m.little
	return nil
}

// list lists rows [from, to) of the inputs, of which the first one is row at.
func (m *Model) list(inputs []float32, from, to, at int) {
	in := len(m.scales)
	for r := from; r < to; r++ {
		m.inputs.set(r, inputs[(at+r)*in:][:in], m.divisors)
	}
}

// layersOf computes all layers and heads for rows [from, to).
func (m *Model) layersOf(from, to int) {
	for _, l := range m.layers {
		l.forward(from, to)
	}
}

// losses computes the losses of rows [from, to), and the gradient with respect to the
// outputs.
func (m *Model) losses(from, to int) {
	last := m.layers[len(m.layers)-1]
	for r := from; r < to; r++ {
		gradient, at := last.pre.row(r), 1
		clear(gradient)
		clear(m.rows[r])
		for i, t := range m.terms {
			target, width := &m.batch.Targets[i], m.widths[i]
			weight := t.weight(target, r)
			if weight > 0 {
				t.row(target, r, last.y.row(r), gradient, weight*t.scale()/float64(m.n), m.rows[r][at:at+width])
			}
			at += width
		}
		if last.back != nil {
			last.pre.list(r)
		}
	}
}

// sum computes the values of the columns from those of the rows.
func (m *Model) sum() {
	clear(m.values)
	at := 1
	for i, t := range m.terms {
		width := m.widths[i]
		sum := 0.0
		for r := range m.n {
			weight := t.weight(&m.batch.Targets[i], r)
			sum += weight
			for k, v := range m.rows[r][at : at+width] {
				m.values[at+k] += float64(weight * v)
			}
		}
		m.values[at] /= float64(m.n)
		for k := 1; k < width && sum > 0; k++ {
			m.values[at+k] /= sum
		}
		m.values[0] += float64(t.scale() * m.values[at])
		at += width
	}
}

// Predict computes the heads for any number of rows of unscaled inputs. If outputs[i] is
// not nil, it is set to head i, [rows, size].
func (m *Model) Predict(inputs []float32, outputs ...[]float32) error {
	in := len(m.scales)
	rows := len(inputs) / in
	if len(inputs)%in != 0 {
		return fmt.Errorf("train: %d input numbers: want rows of %d", len(inputs), in)
	}
	if len(outputs) > len(m.d.Heads) {
		return fmt.Errorf("train: %d outputs: want %d, one for each head of the network", len(outputs), len(m.d.Heads))
	}
	for i, out := range outputs {
		if out != nil && len(out) != rows*m.d.Heads[i].Size {
			return fmt.Errorf("train: output %d has %d numbers: want %d rows of %d", i, len(out), rows, m.d.Heads[i].Size)
		}
	}
	y := m.layers[len(m.layers)-1].y
	m.pool.alone = rows*len(m.weights) < m.little
	for at := 0; at < rows; at += m.inputs.rows {
		m.pool.do(min(rows-at, m.inputs.rows), rowSpan, func(from, to int) {
			m.list(inputs, from, to, at)
			m.layersOf(from, to)
			for r := from; r < to; r++ {
				row := y.row(r)
				for i := range m.d.Heads {
					size := m.d.Heads[i].Size
					if i < len(outputs) && outputs[i] != nil {
						copy(outputs[i][(at+r)*size:][:size], row)
					}
					row = row[size:]
				}
			}
		})
	}
	return nil
}
