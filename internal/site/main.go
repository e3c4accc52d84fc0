// Command site writes the play page as a folder that any web host can serve: the page of package web,
// the engine compiled to WebAssembly, and the networks of the built-in agents; or the generated files of the npm package. It
// runs in the root of the module, and needs Go.
//
//	go run ./internal/site --out out/site
//	go run ./internal/site --npm npm
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
	"slices"
	"strings"

	"rummygym/internal/builtin"
	"rummygym/internal/safefile"
	"rummygym/internal/web"
)

// wasmExec is the part of Go's distribution that starts its programs in a browser.
const wasmExec = "lib/wasm/wasm_exec.js"

func main() {
	out := flag.String("out", "out/site", "folder to write")
	npm := flag.String("npm", "", "folder of the npm package, to write what it has beside the files of the repository, and not the page")
	flag.Parse()
	var err error
	if *npm != "" {
		err = writePackage(*npm)
	} else {
		err = writeSite(*out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// writeSite writes the folder of the play page.
func writeSite(folder string) error {
	program, err := buildEngine("rummygym-wasm")
	if err != nil {
		return err
	}
	files, err := site(program)
	if err != nil {
		return err
	}
	if err := write(folder, files); err != nil {
		return err
	}
	fmt.Printf("%s holds the play page: serve it with any web server, such as python3 -m http.server --directory %[1]s\n", folder)
	return nil
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
	return files, add(files, "", builtin.Files)
}

// add adds what starts an engine, and files of networks, to the files of a folder.
func add(files map[string][]byte, folder string, networks []builtin.File) error {
	root, err := goRoot()
	if err != nil {
		return err
	}
	if files[folder+"wasm_exec.js"], err = os.ReadFile(filepath.Join(root, wasmExec)); err != nil {
		return err
	}
	for _, f := range networks {
		if files[folder+f.Name], err = os.ReadFile(f.Path); err != nil {
			return fmt.Errorf("%w: run this in the root of the module", err)
		}
	}
	return nil
}

// packaged are the files of networks in the npm package. Those of learned:standard for Indian Rummy are as large as the rest.
var packaged = []string{"standard-gin.safetensors", "data-driven.safetensors", "hand-table.bin", "fitness.txt", "deals.bin"}

// writePackage writes the generated files of the npm package.
func writePackage(folder string) error {
	engine, err := buildEngine("rummygym-npm")
	if err != nil {
		return err
	}
	networks := slices.DeleteFunc(slices.Clone(builtin.Files), func(f builtin.File) bool { return !slices.Contains(packaged, f.Name) })
	files := map[string][]byte{
		"engine/rummygym.wasm": engine,
		"engine/files.js":      fmt.Appendf(nil, "export default [\"%s\"];\n", strings.Join(packaged, `", "`)),
	}
	if files["LICENSE"], err = os.ReadFile("LICENSE"); err != nil {
		return fmt.Errorf("%w: run this in the root of the module", err)
	}
	if err := add(files, "engine/", networks); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(folder, "engine"), 0o755); err != nil {
		return err
	}
	return write(folder, files)
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

// buildEngine returns a command as a WebAssembly program.
func buildEngine(command string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "rummygym-site-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "engine.wasm")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", path, "rummygym/cmd/"+command)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return os.ReadFile(path)
}
