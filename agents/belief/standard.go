package belief

import (
	_ "embed"
	"sync"

	"rummygym/agents/network"
)

//go:embed standard.safetensors
var standard []byte

// Standard returns the network that is built in.
var Standard = sync.OnceValue(func() *network.Network {
	n, err := network.Decode(standard)
	if err != nil {
		panic("belief: the built-in network: " + err.Error())
	}
	return n
})
