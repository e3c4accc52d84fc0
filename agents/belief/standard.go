package belief

import (
	"sync"

	"rummygym/agents/network"
)

// Standard returns the built-in network for tables of some seats: there is one for two, and one
// for three to six. It is read once and shared by all callers. The files standard.md and
// standard-seats.md describe their training and their results. In a browser it is nil unless it
// was loaded before.
func Standard(seats int) *network.Network { return standards[nameOf(seats)]().network }

// StandardSum returns the first 12 hexadecimal digits of [network.Network.Sum] of the built-in
// network for tables of some seats, "" where there is none. A network that was trained with
// estimates of the built-in network needs the same one in play.
func StandardSum(seats int) string { return standards[nameOf(seats)]().sum }

// The files of the built-in networks.
const (
	forTwo  = "standard.safetensors"
	forMore = "standard-seats.safetensors"
)

// nameOf returns the name of the file for tables of some seats.
func nameOf(seats int) string {
	if seats > 2 {
		return forMore
	}
	return forTwo
}

// decoded is a built-in network with the first digits of its sum.
type decoded struct {
	network *network.Network
	sum     string
}

var standards = map[string]func() decoded{
	forTwo:  sync.OnceValue(func() decoded { return decode(forTwo) }),
	forMore: sync.OnceValue(func() decoded { return decode(forMore) }),
}

func decode(name string) decoded {
	data := standardFile(name)
	if data == nil {
		return decoded{}
	}
	n, err := network.Decode(data)
	if err != nil {
		panic("belief: the built-in network " + name + ": " + err.Error())
	}
	sum, err := n.Sum()
	if err != nil {
		panic("belief: the built-in network " + name + ": " + err.Error())
	}
	return decoded{n, sum[:12]}
}
