package belief

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"sync"

	"rummygym/agents/network"
)

//go:embed standard.safetensors
var standard []byte

// StandardSum returns the first 12 digits of the SHA-256 of the file that is built in. A
// network that was trained on what it tells needs the same one in play.
var StandardSum = sync.OnceValue(func() string {
	sum := sha256.Sum256(standard)
	return hex.EncodeToString(sum[:6])
})

// Standard returns the network that is built in.
var Standard = sync.OnceValue(func() *network.Network {
	n, err := network.Decode(standard)
	if err != nil {
		panic("belief: the built-in network: " + err.Error())
	}
	return n
})
