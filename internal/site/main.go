// Command site writes the play page as a folder that any web host can serve: the page of package web,
// the engine compiled to WebAssembly, and the networks of the built-in agents. It runs in the
// root of the module, and needs Go.
//
//	go run ./internal/site --out out/site
//
// The engine is compressed by gzip as engine.bin, which the worker unpacks: so it is small whatever the host
// compresses, and its name hides it from hosts that would unpack it.
package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"rummygym/internal/safefile"
	"rummygym/internal/web"
)

// wasmExec is the part of Go's distribution that starts its programs in a browser.
const wasmExec = "lib/wasm/wasm_exec.js"

// weights are the files that agents read, with the names by which the engine asks for them.
var weights = []struct{ name, path string }{
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

func main() {
	out := flag.String("out", "out/site", "folder to write")
	flag.Parse()
	program, err := buildEngine()
	var files map[string][]byte
	if err == nil {
		files, err = site(program)
	}
	if err == nil {
		err = write(*out, files)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Printf("%s holds the play page: serve it with any web server, such as python3 -m http.server --directory %[1]s\n", *out)
}

// write writes the files of a folder.
func write(folder string, files map[string][]byte) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, data := range files {
		if err := safefile.Write(filepath.Join(folder, name), data); err != nil {
			return err
		}
	}
	return nil
}

// site returns the files of the folder with an engine, by name.
func site(engine []byte) (files map[string][]byte, err error) {
	files = web.Site()
	if files["engine.bin"], err = packed(engine); err != nil {
		return nil, err
	}
	root, err := goRoot()
	if err != nil {
		return nil, err
	}
	if files["wasm_exec.js"], err = os.ReadFile(filepath.Join(root, wasmExec)); err != nil {
		return nil, err
	}
	for _, w := range weights {
		if files[w.name], err = os.ReadFile(w.path); err != nil {
			return nil, fmt.Errorf("%w: run this in the root of the module", err)
		}
	}
	return files, nil
}

// packed returns data compressed by gzip.
func packed(data []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

// goRoot returns the folder of Go's distribution.
func goRoot() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(out)), err
}

// buildEngine returns the engine as a WebAssembly program.
func buildEngine() ([]byte, error) {
	dir, err := os.MkdirTemp("", "rummygym-site-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "engine.wasm")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", path, "rummygym/cmd/rummygym-wasm")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return os.ReadFile(path)
}
