//go:build js || nofiles

package pool

var file []byte

// Load sets the content of deals.bin in a program that does not contain it. It must be set before the first move of a [Player].
func Load(content []byte) { file = content }
