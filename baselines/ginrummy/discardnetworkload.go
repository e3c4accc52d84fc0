//go:build js || nofiles

package ginrummy

import "rummygym/internal/builtin"

// dataDrivenNames returns the name of the network that such a program has.
func dataDrivenNames() []string { return []string{dataDrivenDefault} }

// dataDrivenFile returns the file of that network.
func dataDrivenFile(string) []byte { return builtin.Content("data-driven.safetensors") }
