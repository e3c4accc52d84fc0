package ginrummy

import (
	"fmt"
	"slices"
	"sync"

	"rummygym/env/gin"
	"rummygym/internal/agents/network"
	"rummygym/internal/features/afterstate"
)

// DiscardNetwork is a network that values the hand after a discard in points: of the kind
// [network.DiscardKind], with the head [network.Points], on fields of
// [afterstate.Discards]. It is immutable and safe for concurrent use.
type DiscardNetwork struct {
	network *network.Network
	groups  afterstate.DiscardGroups
	head    int
}

// NewDiscardNetwork returns a network for [DataDriven]. The error says why it cannot play.
func NewDiscardNetwork(n *network.Network) (*DiscardNetwork, error) {
	d := n.Description()
	if kind := d.EffectiveKind(); kind != network.DiscardKind {
		return nil, fmt.Errorf("the network is of the kind %s: want %s", kind, network.DiscardKind)
	}
	g, err := gin.New(gin.EAAI())
	if err != nil {
		return nil, err
	}
	if d.Game != g.Name() {
		return nil, fmt.Errorf("the network is for the game %q: want %q", d.Game, g.Name())
	}
	groups, err := afterstate.ParseDiscardGroups(d.Fields)
	if err != nil {
		return nil, fmt.Errorf("fields of the network: %w", err)
	}
	x, err := afterstate.NewDiscards(groups, nil)
	if err != nil {
		return nil, err
	}
	if err := d.Fits(g, x.Layout(), network.Points); err != nil {
		return nil, err
	}
	return &DiscardNetwork{n, groups, d.Head(network.Points)}, nil
}

// readDiscardNetwork reads the content of a file.
func readDiscardNetwork(data []byte) (*DiscardNetwork, error) {
	n, err := network.Decode(data)
	if err != nil {
		return nil, err
	}
	return NewDiscardNetwork(n)
}

// Network returns the network that n evaluates, which must not be changed.
func (n *DiscardNetwork) Network() *network.Network { return n.network }

// BuiltinDiscardNetwork returns the built-in network of a name, nil if there is none; see
// [DataDrivenNetworks].
func BuiltinDiscardNetwork(name string) *DiscardNetwork {
	if open, ok := dataDrivenNetworks[name]; ok {
		return open()
	}
	return nil
}

// dataDrivenDefault is the built-in network of the zero DataDriven.
const dataDrivenDefault = "random-256"

// dataDrivenNetworks returns each built-in network, by its name. A network is read once.
var dataDrivenNetworks = func() map[string]func() *DiscardNetwork {
	all := map[string]func() *DiscardNetwork{}
	for _, name := range dataDrivenNames() {
		all[name] = sync.OnceValue(func() *DiscardNetwork {
			n, err := readDiscardNetwork(dataDrivenFile(name))
			if err != nil {
				panic("ginrummy: the built-in network " + name + ": " + err.Error())
			}
			return n
		})
	}
	return all
}()

// DataDrivenNetworks returns the names of the built-in networks, the default first. The
// caller owns the slice.
func DataDrivenNetworks() []string {
	names := []string{dataDrivenDefault}
	for name := range dataDrivenNetworks {
		if name != dataDrivenDefault {
			names = append(names, name)
		}
	}
	slices.Sort(names[1:])
	return names
}
