package belief

import (
	"sync"

	"rummygym/agents/network"
)

// StandardSum returns the first 12 hexadecimal digits of [network.Network.Sum] of the built-in
// network. A network that was trained with estimates of the built-in network needs
// the same one in play.
var StandardSum = sync.OnceValue(func() string {
	sum, err := Standard().Sum()
	if err != nil {
		panic("belief: the built-in network: " + err.Error())
	}
	return sum[:12]
})

// Standard returns the built-in network. It is read once and shared by all callers.
var Standard = sync.OnceValue(func() *network.Network {
	n, err := network.Decode(standard())
	if err != nil {
		panic("belief: the built-in network: " + err.Error())
	}
	return n
})
