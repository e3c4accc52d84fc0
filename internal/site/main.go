// Command site writes the play page as a folder that any web host can serve: the page of package web,
// the engine compiled to WebAssembly, and the networks of the built-in agents. It runs in the
// root of the module, and needs Go alone.
//
//	go run ./internal/site --out out/site
//
// The engine is compressed, as engine-brotli.bin for browsers that read Brotli and as
// engine-gzip.bin for others; the names hide it from hosts that would unpack it.
package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"

	"rummygym/internal/safefile"
	"rummygym/web"
)

// wasmExec is the part of Go's distribution that starts its programs in a browser.
const wasmExec = "lib/wasm/wasm_exec.js"

// weights are the files of the built-in networks, with their names in the site, in the order of the
// worker.
var weights = []struct{ name, path string }{
	{"learned.safetensors", "agents/learned/standard.safetensors"},
	{"learned-gin.safetensors", "agents/learned/standard-gin.safetensors"},
	{"belief.safetensors", "agents/belief/standard.safetensors"},
	{"data-driven.safetensors", "baselines/ginrummy/datadriven/random-256.safetensors"},
}

func main() {
	out := flag.String("out", "out/site", "folder to write")
	fast := flag.Bool("fast", false, "compress less, for tests")
	flag.Parse()
	level := brotli.BestCompression
	if *fast {
		level = brotli.BestSpeed
	}
	if err := write(*out, level); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// write writes the folder, with the engine compressed at a level of Brotli.
func write(folder string, level int) error {
	files, err := site(level)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, data := range files {
		if err := safefile.Write(filepath.Join(folder, name), data); err != nil {
			return err
		}
	}
	fmt.Printf("%s holds the play page: serve it with any web server, such as python3 -m http.server --directory %[1]s\n", folder)
	return nil
}

// site returns the files of the folder by name.
func site(level int) (map[string][]byte, error) {
	engine, err := buildEngine()
	if err != nil {
		return nil, err
	}
	files := web.Site()
	if files["engine-brotli.bin"], err = packed(engine, func(w io.Writer) (io.WriteCloser, error) {
		return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: level, LGWin: 24}), nil
	}); err != nil {
		return nil, err
	}
	if files["engine-gzip.bin"], err = packed(engine, func(w io.Writer) (io.WriteCloser, error) {
		return gzip.NewWriterLevel(w, gzip.BestCompression)
	}); err != nil {
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

// packed returns data as a compressor writes it.
func packed(data []byte, compressor func(io.Writer) (io.WriteCloser, error)) ([]byte, error) {
	var b bytes.Buffer
	w, err := compressor(&b)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// goRoot returns the folder of Go's distribution.
func goRoot() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(out)), err
}
