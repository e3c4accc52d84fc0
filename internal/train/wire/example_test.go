package wire_test

import (
	"fmt"

	"rummygym/internal/train/wire"
)

// The data has one byte after the name.
func ExampleReader() {
	data := append(wire.AppendBytes(nil, []byte("momentum")), 9)
	r := wire.NewReader(data)
	fmt.Printf("%s\n", r.Bytes(r.Uint64()))
	fmt.Println("the data", r.End())
	// Output:
	// momentum
	// the data has 1 bytes after its end
}
