package belief

import (
	"fmt"

	"rummygym/agents"
	"rummygym/agents/belief"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/features/opponent"
)

// maxRows is the maximum number of rows of a game for each seat but one; later ones are left
// out.
const maxRows = 64

// unoffered is the interval of decisions whose inputs do not include the observer's
// discard, so that the network learns to work without it.
const unoffered = 3

// rows are decisions with the hand of an opponent at the time.
type rows struct {
	inputs     []float32 // [n, opponent.HandInputsSize]
	held       []float32 // [n, card.NumKinds]
	hidden     []uint8   // whether the location of the card is unknown to the observer
	wanted     []float32
	asked      []uint8 // whether the card is in the observer's hand or unseen
	own        []uint8 // whether the card is in the observer's hand
	distance   []int32 // [n]
	discarded  []int32 // [n]: index of the opponent's next discard, or -1
	mayDiscard []uint8 // whether the card can be that discard, see belief.MayDiscard
}

func (r *rows) count() int { return len(r.distance) }

func (r *rows) clear() {
	r.inputs, r.held, r.hidden = r.inputs[:0], r.held[:0], r.hidden[:0]
	r.wanted, r.asked, r.own, r.distance = r.wanted[:0], r.asked[:0], r.own[:0], r.distance[:0]
	r.discarded, r.mayDiscard = r.discarded[:0], r.mayDiscard[:0]
}

// add appends a decision. hand is the hand of the player of.
func (r *rows) add(o *indian.Observation, of game.Player, hand card.Bag) {
	n := len(r.inputs)
	r.inputs = append(r.inputs, make([]float32, opponent.HandInputsSize)...)
	opponent.HandInputs{}.Encode(r.inputs[n:], o, of)
	var after [card.NumKinds]int8
	d := mindist.Draws(&after, hand, o.Wild)
	unseen, rest, may := o.Unseen(), hand.Minus(o.Known[of]), belief.MayDiscard(o, of)
	for i, a := range after {
		c := card.FromIndex(i)
		r.held, r.hidden = append(r.held, value(rest.Has(c))), append(r.hidden, uint8(value(unseen.Has(c))))
		r.wanted, r.asked = append(r.wanted, value(int(a) < d)), append(r.asked, uint8(value(o.Hand.Has(c) || unseen.Has(c))))
		r.own = append(r.own, uint8(value(o.Hand.Has(c))))
		r.mayDiscard = append(r.mayDiscard, uint8(value(may.Has(c))))
	}
	r.distance = append(r.distance, int32(min(d, belief.Distances-1)))
	r.discarded = append(r.discarded, -1)
}

// setOffered adds the observer's discard to the inputs of decision k.
func (r *rows) setOffered(k int, shown card.Bag, c card.Card) {
	opponent.HandInputs{}.Offer(r.inputs[k*opponent.HandInputsSize:][:opponent.HandInputsSize], shown, c)
}

// setDiscard records c as the next discard of the opponent for some decisions about it.
func (r *rows) setDiscard(c card.Card, decisions []int) {
	for _, k := range decisions {
		if r.mayDiscard[k*card.NumKinds+c.Index()] != 0 { // else the card is the observer's discard
			r.discarded[k] = int32(c.Index())
		}
	}
}

func value(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// host plays games at all kinds of tables.
type host struct {
	cfg    *Config
	tables []*table // of each kind
}

func newHost(c *Config) *host {
	h := &host{cfg: c}
	for i := range c.Tables {
		h.tables = append(h.tables, newTable(&c.Tables[i]))
	}
	return h
}

// play plays an episode at the table that it draws, and adds its rows.
func (h *host) play(seed, episode uint64, r *rows) error {
	kind := draw(h.cfg.Tables, func(t Table) float64 { return t.Weight }, game.Seed(seed, episode, tableStream))
	return h.tables[kind].play(seed, episode, r)
}

// table plays games at one kind of table.
type table struct {
	cfg    *Table
	table  *agents.Table
	agents [][]game.Agent // of each seat, by player
	since  [][]int        // of each seat, the rows about it since its last discard
}

func newTable(c *Table) *table {
	n := c.Game.Players()
	t := &table{cfg: c, table: agents.NewTable(c.Game), agents: make([][]game.Agent, n), since: make([][]int, n)}
	t.table.Never = []game.Action{indian.Drop}
	for s := range t.agents {
		for _, p := range c.Players {
			t.agents[s] = append(t.agents[s], p.New())
		}
	}
	return t
}

// Random streams, for the last argument of game.Seed: those that draw the player of each seat,
// and the one that draws the table.
const (
	seatStream  = 2 + game.MaxPlayers
	tableStream = seatStream + game.MaxPlayers
)

// play plays an episode and adds, for each decision, a row about the next player and, if it is
// another one, a row about the player before. Players may not drop: a game that ends by a drop
// shows little of the hands.
func (t *table) play(seed, episode uint64, r *rows) error {
	weight := func(p Player) float64 { return p.Weight }
	seats := make([]game.Agent, len(t.agents))
	for s := range seats {
		t.since[s] = t.since[s][:0]
		seats[s] = t.agents[s][draw(t.cfg.Players, weight, game.Seed(seed, episode, seatStream+uint64(s)))]
	}
	t.table.Deal(seed, episode, seats...)
	state := t.table.State().(*indian.State)
	if err := t.table.Play(func(d *agents.Decision) error {
		p, o, n := d.Player, d.Obs.(*indian.Observation), r.count()
		next, before := o.NextActive(), o.ActiveBefore(o.Self)
		enough := n >= t.cfg.maxRows()
		if !enough {
			t.add(r, o, next, state)
			if before != next {
				t.add(r, o, before, state)
			}
		}
		if c := indian.DiscardCard(d.Action); c != card.None {
			if !enough && n%unoffered != 0 {
				r.setOffered(n, o.Known[p].Without(c), c)
			}
			r.setDiscard(c, t.since[p])
			t.since[p] = t.since[p][:0]
		}
		return nil
	}); err != nil {
		return fmt.Errorf("train/belief: episode %d: %w", episode, err)
	}
	return nil
}

// add appends a decision, as a row about a player.
func (t *table) add(r *rows, o *indian.Observation, of game.Player, state *indian.State) {
	t.since[of] = append(t.since[of], r.count())
	r.add(o, of, state.Hand(of))
}

// draw returns the index of the entry that a uniform random number draws by the weights.
func draw[T any](from []T, weight func(T) float64, u uint64) int {
	sum := 0.0
	for _, e := range from {
		sum += weight(e)
	}
	at := game.Unit(u) * sum
	for i, e := range from {
		if at -= weight(e); at < 0 {
			return i
		}
	}
	return len(from) - 1
}
