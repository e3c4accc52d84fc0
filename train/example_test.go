package train_test

import (
	"context"
	"fmt"
	"os"

	"rummygym"
	"rummygym/train"
)

// Two steps of Monte Carlo control, and the network as an agent.
func Example() {
	dir, err := os.MkdirTemp("", "train")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	set := fmt.Sprintf(`{"steps": 2, "games": 8, "updates": 2, "layers": [8], "eval-against": [], "out": %q}`, dir)
	if err := train.Run(context.Background(), "mc", []byte(set), nil); err != nil {
		panic(err)
	}
	g, err := rummygym.NewGame("indian")
	if err != nil {
		panic(err)
	}
	_, err = rummygym.NewAgent("learned:"+dir+"/last.safetensors", g)
	fmt.Println(err)
	// Output: <nil>
}
