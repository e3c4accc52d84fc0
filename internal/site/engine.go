package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// buildEngine returns the engine as a WebAssembly program, stripped.
func buildEngine() ([]byte, error) {
	dir, err := os.MkdirTemp("", "rummygym-site-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "engine.wasm")
	// Calls are inlined in the packages of this module alone: the packed program has 1.15 MB instead of 1.21, and a review is as
	// quick. Without any inlining it has 1.10 MB, and a review takes 45 % longer.
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-gcflags=all=-l", "-gcflags=rummygym/...=",
		"-ldflags=-s -w", "-o", path, "rummygym/cmd/rummygym-wasm")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return strip(program)
}
