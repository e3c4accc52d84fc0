// Command site writes the play page as a folder that any web host can serve: the page of package web,
// the engine compiled to WebAssembly, and the networks of the built-in agents. It runs in the
// root of the module, and needs Go and xz.
//
//	go run ./internal/site --out out/site
//
// The engine is packed by xz as engine.bin, which the worker unpacks: so it is small whatever the host
// compresses, and its name hides it from hosts that would unpack it.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"rummygym/internal/safefile"
	"rummygym/web"
)

// wasmExec is the part of Go's distribution that starts its programs in a browser.
const wasmExec = "lib/wasm/wasm_exec.js"

// weights are the files that agents read, with the names by which the engine asks for them.
var weights = []struct{ name, path string }{
	{"standard.safetensors", "agents/learned/standard.safetensors"},
	{"standard-seats.safetensors", "agents/learned/standard-seats.safetensors"},
	{"standard-gin.safetensors", "agents/learned/standard-gin.safetensors"},
	{"belief.safetensors", "agents/belief/standard.safetensors"},
	{"belief-seats.safetensors", "agents/belief/standard-seats.safetensors"},
	{"data-driven.safetensors", "baselines/ginrummy/datadriven/random-256.safetensors"},
	{"hand-table.bin", "features/opponent/handtable-simple.bin"},
	{"fitness.txt", "baselines/ginrummy/fitness.txt"},
	{"deals.bin", "agents/pool/deals.bin"},
	{"hands.bin", "agents/race/hands.bin"},
}

func main() {
	out := flag.String("out", "out/site", "folder to write")
	flag.Parse()
	program, err := buildEngine()
	if err == nil {
		program, err = strip(program)
	}
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
	if files["wasm_exec.js"], err = minified(filepath.Join(root, wasmExec)); err != nil {
		return nil, err
	}
	for _, w := range weights {
		if files[w.name], err = os.ReadFile(w.path); err != nil {
			return nil, fmt.Errorf("%w: run this in the root of the module", err)
		}
	}
	return files, nil
}

// packed returns data compressed by xz.
func packed(data []byte) ([]byte, error) {
	xz := exec.Command("xz", "--check=crc32", "--lzma2=preset=9e,pb=0,lc=3,nice=200", "--stdout")
	xz.Stdin = bytes.NewReader(data)
	out, err := xz.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("xz is missing: apt-get install --yes --no-install-recommends xz-utils")
	}
	if err != nil {
		return nil, fmt.Errorf("xz: %w", err)
	}
	return out, nil
}

// minified returns a script, minified.
func minified(path string) ([]byte, error) {
	out, err := exec.Command("go", "tool", "esbuild", path, "--minify", "--target=es2022", "--log-level=warning").Output()
	if err != nil {
		return nil, fmt.Errorf("esbuild: %w", err)
	}
	return out, nil
}

// goRoot returns the folder of Go's distribution.
func goRoot() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(out)), err
}

// buildEngine returns the engine as a WebAssembly program with the names of its functions.
func buildEngine() ([]byte, error) {
	dir, err := os.MkdirTemp("", "rummygym-site-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "engine.wasm")
	// Calls are inlined in the packages of this module alone: the packed program has 1.15 MB instead of 1.21, and a review is as
	// quick. Without any inlining it has 1.10 MB, and a review takes 45 % longer. Packages that no roll-out uses have none.
	args := []string{"build", "-trimpath", "-buildvcs=false", "-gcflags=all=-l", "-gcflags=rummygym/...="}
	for _, cold := range []string{"", "/agents/external", "/agents/network/safetensors", "/agents/pool", "/agents/race", "/agents/spec", "/agents/tabular", "/arena/review", "/arena/stats", "/env", "/internal/...", "/env/record", "/env/series", "/features/text", "/options", "/session", "/web/..."} {
		args = append(args, "-gcflags=rummygym"+cold+"=-l")
	}
	build := exec.Command("go", append(args, "-o", path, "rummygym/cmd/rummygym-wasm")...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return os.ReadFile(path)
}
