package pool

import (
	"encoding/binary"
	"fmt"
	"math"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
)

// The classes of a turn that begins: the other players who have not left, the turns of the player in this deal, and the MinDist
// and MinScore of its hand and the card of the pile. The last class of each is "or more".
const (
	rivals    = game.MaxPlayers - 1
	turns     = 8
	distances = 7
	scores    = 9
	perScore  = 10 // points of a class of MinScore
)

// The classes of what a loser pays: five points each, the cap, and the first drop.
const (
	perPay    = 5
	mostPay   = 80
	firstDrop = mostPay/perPay + 1
	pays      = firstDrop + 1
)

// pay is the probability of each class of what a loser pays.
type pay [pays]float32

// hand is the class of a hand at the beginning of a turn.
type hand struct{ distance, score int }

// handOf returns the class of the observer's hand and the top of the pile, if it may be taken.
func handOf(o *indian.Observation, legal *game.Mask) hand {
	cards := o.Hand
	if legal.Has(indian.DrawPile) {
		cards = cards.With(o.Top)
	}
	return hand{
		min(mindist.TargetOf(o.Rules.Melds()).MinDist(cards, o.Wild), distances-1),
		min(o.Rules.MinScore(cards, o.Wild)/perScore, scores-1),
	}
}

// results are the measured results of deals for a player who plays on from a turn to the end. The first indices are the number of
// rivals less 1, and that of the turn less 1.
type results struct {
	first  [distances][scores]float32                // frequency of hands at the first turn with one rival
	win    [rivals][turns][distances][scores]float32 // probability that the player wins the deal
	lose   [rivals][turns][distances][scores]pay     // what it pays if it does not
	beaten [rivals][turns][distances]pay             // what each rival pays if the player wins
	other  [rivals][turns]pay                        // what each rival pays if neither it nor the player wins
}

// sample counts results.
type sample struct {
	deals, wins int
	lose        [pays]int // by the player, if it does not win
	beaten      [pays]int // by each rival, if the player wins
	other       [pays]int // by each rival, if neither wins
}

// add adds the counts of another sample.
func (s *sample) add(o *sample) {
	s.deals += o.deals
	s.wins += o.wins
	for k := range pays {
		s.lose[k] += o.lose[k]
		s.beaten[k] += o.beaten[k]
		s.other[k] += o.other[k]
	}
}

// Measure plays deals of the rules of [indian.Club] with each number of seats, and returns the table of their results, which
// [New] uses. Create returns a player for a number of seats. In each deal one seat never drops, and its turns are counted.
func Measure(create func(seats int) game.Agent, deals int, seed uint64) ([]byte, error) {
	type turn struct {
		rivals, turn int
		hand
		in uint8 // seats that have not left
	}
	var cells [rivals][turns][distances][scores]sample
	for seats := 2; seats <= game.MaxPlayers; seats++ {
		rules := indian.Club(seats)
		g, err := indian.New(rules)
		if err != nil {
			return nil, err
		}
		table := agents.NewTable(g)
		var blind, all []game.Agent
		for range seats {
			blind = append(blind, create(seats))
		}
		steady := agents.Never(indian.Drop, func() game.Agent { return create(seats) })()
		var seen []turn
		for i := range deals {
			self := game.Player(i % seats)
			all = append(all[:0], blind...)
			all[self] = steady
			table.Deal(seed+uint64(seats), uint64(i), all...)
			seen = seen[:0]
			var left, early uint8
			err := table.Play(func(d *agents.Decision) error {
				o := d.Obs.(*indian.Observation)
				if d.Action == indian.Drop {
					left |= 1 << d.Player
					if o.TurnsOf[d.Player] <= 1 {
						early |= 1 << d.Player
					}
				}
				if d.Player == self && o.Phase == indian.Draw {
					n := 0
					for p := range seats {
						n += int(o.Active >> p & 1)
					}
					seen = append(seen, turn{n - 2, min(o.TurnsOf[self], turns) - 1, handOf(o, d.Legal), o.Active &^ (1 << self)})
				}
				return nil
			})
			if err != nil {
				return nil, err
			}
			out := table.State().Outcome()
			class := func(p game.Player) int {
				if early>>p&1 != 0 {
					return firstDrop
				}
				return min(-out.Gains[p], mostPay) / perPay
			}
			for _, t := range seen {
				c := &cells[t.rivals][t.turn][t.distance][t.score]
				c.deals++
				if out.Winner == self {
					c.wins++
				} else {
					c.lose[class(self)]++
				}
				for p := range game.Player(seats) {
					switch {
					case t.in>>p&1 == 0 || p == out.Winner:
					case out.Winner == self:
						c.beaten[class(p)]++
					default:
						c.other[class(p)]++
					}
				}
			}
		}
	}
	return encode(&cells), nil
}

// prior is the number of results with which a class counts towards one that is part of it.
const prior = 20

// mixture holds the frequencies of the results of a class.
type mixture struct {
	win                 float64
	lose, beaten, other [pays]float64
}

// mix returns the frequencies of a class that is part of another one.
func (of *mixture) mix(c *sample) (m mixture) {
	m.win = (prior*of.win + float64(c.wins)) / float64(prior+c.deals)
	each := func(of *[pays]float64, counts *[pays]int) (m [pays]float64) {
		sum := 0
		for _, n := range counts {
			sum += n
		}
		for k, n := range counts {
			m[k] = (prior*of[k] + float64(n)) / float64(prior+sum)
		}
		return m
	}
	m.lose, m.beaten, m.other = each(&of.lose, &c.lose), each(&of.beaten, &c.beaten), each(&of.other, &c.other)
	return m
}

// encode returns the table of counted results: probabilities as 16 bits, those of pays as 8.
func encode(cells *[rivals][turns][distances][scores]sample) (file []byte) {
	put := func(p float64) { file = binary.LittleEndian.AppendUint16(file, uint16(math.Round(p*math.MaxUint16))) }
	putPay := func(of *[pays]float64) {
		for _, p := range of {
			file = append(file, uint8(math.Round(p*math.MaxUint8)))
		}
	}
	join := func(cells ...[scores]sample) (all sample) {
		for d := range cells {
			for s := range cells[d] {
				all.add(&cells[d][s])
			}
		}
		return all
	}
	var even [pays]float64
	for k := range even {
		even[k] = 1.0 / pays
	}
	dealt := join(cells[0][0][:]...)
	for d := range distances {
		for s := range scores {
			put(float64(cells[0][0][d][s].deals) / float64(max(1, dealt.deals)))
		}
	}
	for r := range rivals {
		above := mixture{win: 1 / float64(r+2), lose: even, beaten: even, other: even}
		for t := range turns {
			all := join(cells[r][t][:]...)
			above = above.mix(&all)
			putPay(&above.other)
			for d := range distances {
				all := join(cells[r][t][d])
				of := above.mix(&all)
				putPay(&of.beaten)
				for s := range scores {
					m := of.mix(&cells[r][t][d][s])
					put(m.win)
					putPay(&m.lose)
				}
			}
		}
	}
	return file
}

// size is the number of bytes of a table.
const size = 2*distances*scores + rivals*turns*(pays+distances*(pays+scores*(2+pays)))

// decode returns the results of a table.
func decode(file []byte) (*results, error) {
	if len(file) != size {
		return nil, fmt.Errorf("pool: a table of %d bytes, want %d", len(file), size)
	}
	next := func() float32 {
		v := binary.LittleEndian.Uint16(file)
		file = file[2:]
		return float32(v) / math.MaxUint16
	}
	nextPay := func() (p pay) {
		sum := 0
		for _, b := range file[:pays] {
			sum += int(b)
		}
		for k, b := range file[:pays] {
			p[k] = float32(b) / float32(max(1, sum))
		}
		file = file[pays:]
		return p
	}
	x := new(results)
	for d := range distances {
		for s := range scores {
			x.first[d][s] = next()
		}
	}
	for r := range rivals {
		for t := range turns {
			x.other[r][t] = nextPay()
			for d := range distances {
				x.beaten[r][t][d] = nextPay()
				for s := range scores {
					x.win[r][t][d][s], x.lose[r][t][d][s] = next(), nextPay()
				}
			}
		}
	}
	return x, nil
}
