package session

import "rummygym/internal/catalog"

// openProgram starts no program: a browser has none.
func openProgram(catalog.Rules, string) (program, string, error) { return nil, "", nil }
