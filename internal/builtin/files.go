// Package builtin lists the files of networks and tables that agents read. Most programs contain them. Those that do not give them
// to the agents by this package: programs in WebAssembly, and those built with the tag nofiles, as for the wheel of the Python
// package, where the program and the C library share one copy of the files.
//
//	for _, f := range builtin.Files { // f.Path is in the repository
//		builtin.Load(f.Name, content) // in WebAssembly
//	}
//	err := builtin.Open(folder) // elsewhere: the names in the folder are f.Name
package builtin

// File is a file that agents read. Its name is one of those of catalog.GameType.Files.
type File struct{ Name, Path string }

// Files are all of them. python/build_library.py reads this list.
var Files = []File{
	{"standard.safetensors", "internal/agents/learned/standard.safetensors"},
	{"standard-seats.safetensors", "internal/agents/learned/standard-seats.safetensors"},
	{"standard-gin.safetensors", "internal/agents/learned/standard-gin.safetensors"},
	{"belief.safetensors", "internal/agents/belief/standard.safetensors"},
	{"belief-seats.safetensors", "internal/agents/belief/standard-seats.safetensors"},
	{"data-driven.safetensors", "baselines/ginrummy/datadriven/random-256.safetensors"},
	{"hand-table.bin", "internal/features/opponent/handtable-simple.bin"},
	{"fitness.txt", "baselines/ginrummy/fitness.txt"},
	{"deals.bin", "internal/agents/pool/deals.bin"},
}
