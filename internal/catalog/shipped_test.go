package catalog_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"rummygym/baselines/ginrummy"
	"rummygym/internal/agents/network"
	"rummygym/internal/must"
	"rummygym/internal/safefile"
)

var long = flag.Bool("long", false, "flip 20,000 bits of each built-in network and table, and not 200")

// shipped lists patterns of the names of built-in files. Each function reads a file and returns
// it as the program would write it today.
var shipped = map[string]func(data []byte) ([]byte, error){
	"../agents/*/*.safetensors":                throughNetwork,
	"../../baselines/ginrummy/*/*.safetensors": throughNetwork,
	"../../baselines/ginrummy/fitness.txt":     throughFitnessTables,
}

func throughNetwork(data []byte) ([]byte, error) {
	n, err := network.Decode(data)
	if err != nil {
		return nil, err
	}
	return n.Append(nil)
}

func throughFitnessTables(data []byte) ([]byte, error) {
	b, err := ginrummy.ReadFitnessTables(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	var w bytes.Buffer
	err = b.Write(&w)
	return w.Bytes(), err
}

// The built-in networks and tables hold a digest: a file with one bit flipped, in the digest
// or anywhere else, is an error. The flag -update gives a digest to files without one.
func TestShippedFilesAreSealed(t *testing.T) {
	files := 0
	for pattern, through := range shipped {
		paths := must.Get(filepath.Glob(pattern))(t)
		for _, path := range paths {
			files++
			whole := must.Get(os.ReadFile(path))(t)
			today, err := through(whole)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if must.Updating() && !bytes.Equal(today, whole) {
				whole = today
				must.Do(t, os.WriteFile(path, whole, 0o644))
			}
			if !bytes.Equal(today, whole) || safefile.Verify(whole) != nil {
				t.Errorf("%s is not as the program writes it: run go test ./internal/catalog -run ShippedFiles -update", path)
			}
			bits := 8 * len(whole)
			step := bits/200 + 1
			if *long {
				step = bits/20_000 + 1
			}
			for bit := 0; bit < bits; bit += step {
				if bit >= 8*64 && bit < 8*320 && step > 5 {
					bit += 5 - step // the digest is there
				}
				whole[bit/8] ^= 1 << (bit % 8)
				if _, err := through(whole); err == nil {
					t.Errorf("%s with bit %d of byte %d flipped is accepted", path, bit%8, bit/8)
				}
				whole[bit/8] ^= 1 << (bit % 8)
			}
		}
	}
	if files < 5 {
		t.Errorf("found %d files: the patterns are wrong", files)
	}
}
