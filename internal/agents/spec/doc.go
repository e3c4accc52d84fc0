// Package spec defines the grammar of specs, the texts that name agents:
//
//	spec   = name [ ":" argument ] { ":" option "=" value }
//	value  = text without colons | "{" text that may contain any spec "}"
//
// For example:
//
//	min-dist-opp:drop=5
//	learned:model.safetensors@1b4e7a90c3d2:head=win
//	search:playout={min-dist-opp:drop=5}:rollouts=500
//	fitness:table={C:\tables\fitness.txt}
//	mix:{2:simple,sigra}
//
// An [Entry] describes one kind of agent: its name, its options with their defaults, and,
// for an agent that needs nothing else, its constructor. The value of an option of [File]
// is a file, which is read with the spec; the canonical text identifies it by its name and
// its SHA-256. A [List] holds the agents of a
// game and finds the entry of a spec. Its errors name the bad word, its position, the
// accepted words, and the nearest one.
//
// All specs of the same agent have one canonical text, [Entry.Text]: the name and the
// options that differ from their defaults, in the order of the entry. Results are labelled
// with it.
package spec
