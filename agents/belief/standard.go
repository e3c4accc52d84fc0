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

// StandardSum returns the first 12 hexadecimal digits of the SHA-256 of the built-in
// network's file. A network that was trained with estimates of the built-in network needs
// the same one in play.
var StandardSum = sync.OnceValue(func() string {
	sum := sha256.Sum256(standard)
	return hex.EncodeToString(sum[:6])
})

// Standard returns the built-in network. It is read once and shared by all callers.
var Standard = sync.OnceValue(func() *network.Network {
	n, err := network.Decode(standard)
	if err != nil {
		panic("belief: the built-in network: " + err.Error())
	}
	return n
})
