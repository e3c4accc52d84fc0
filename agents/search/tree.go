package search

import (
	"math"
	"slices"

	"rummygym/agents/tabular"
	"rummygym/env/game"
)

// tree chooses the later decisions of the searching seat in the roll-outs of one search by the results of the roll-outs before. It has a node for
// each information set that the seat has come to: what it observed at all its decisions since the one that is searched. Since the other seat's agent is
// known, the roll-outs approach a best response (timbers2022approximate). See [Config].Tree.
type tree struct {
	candidates Candidates
	hash       tabular.Hasher
	nodes      map[uint64]node
	edges      []edge
	all        []game.Action
	low, high  float64 // of the results so far

	key    uint64  // of the information set in this roll-out
	path   []int32 // the edges chosen in this roll-out
	inside bool    // whether this roll-out has met known information sets only
}

// node is an information set: its edges in the tree, those of the candidates, the choice of the playout agent first.
type node struct{ from, to int32 }

// edge is a candidate at an information set, and the results of the roll-outs that chose it.
type edge struct {
	action game.Action
	visits int32
	sum    float64
}

// treeExplores is the weight of exploration in [tree.choose], in the width of the results.
const treeExplores = 0.3

// newTree returns a tree of a configuration.
func newTree(c *Config) *tree { return &tree{candidates: c.Candidates, nodes: map[uint64]node{}} }

// clear forgets all roll-outs.
func (t *tree) clear() {
	clear(t.nodes)
	t.edges, t.low, t.high = t.edges[:0], math.Inf(1), math.Inf(-1)
}

// begin begins a roll-out after a candidate of the decision that is searched.
func (t *tree) begin(a game.Action) {
	t.key, t.path, t.inside = game.Seed(uint64(a)), t.path[:0], true
}

// choose returns the action at a later decision, where own is the choice of the playout agent: at a known information set the one with the highest upper
// confidence bound (UCT, kocsis2006bandit), at a new one, which becomes known, and at all after it own.
func (t *tree) choose(obs game.Observation, legal *game.Mask, own game.Action) game.Action {
	if !t.inside || legal.Count() == 1 {
		return own
	}
	t.key = tabular.Next(t.key, t.hash.Observation(obs), legal)
	n, ok := t.nodes[t.key]
	if !ok {
		n.from = int32(len(t.edges))
		t.edges = append(t.edges, edge{action: own})
		if t.all = t.all[:0]; t.candidates != nil {
			t.all = t.candidates.Append(t.all, obs, legal)
		} else {
			t.all = slices.AppendSeq(t.all, legal.Each())
		}
		for _, a := range t.all {
			if a != own {
				t.edges = append(t.edges, edge{action: a})
			}
		}
		n.to = int32(len(t.edges))
		t.nodes[t.key], t.inside, t.path = n, false, append(t.path, n.from)
		return own
	}
	return t.edges[t.best(n)].action
}

// best returns the edge of a node with the highest upper confidence bound, the first one that no roll-out chose.
func (t *tree) best(n node) int32 {
	visits := int32(0)
	for i := n.from; i < n.to; i++ {
		visits += t.edges[i].visits
	}
	explores := float64(treeExplores * (t.high - t.low))
	log := math.Log(float64(visits))
	best, most := n.from, math.Inf(-1)
	for i := n.from; i < n.to; i++ {
		e := &t.edges[i]
		if e.visits == 0 {
			best = i
			break
		}
		if v := e.sum/float64(e.visits) + float64(explores*math.Sqrt(log/float64(e.visits))); v > most {
			best, most = i, v
		}
	}
	t.path = append(t.path, best)
	return best
}

// learn adds the result of the roll-out.
func (t *tree) learn(result float64) {
	t.low, t.high = min(t.low, result), max(t.high, result)
	for _, i := range t.path {
		t.edges[i].visits++
		t.edges[i].sum += result
	}
}
