package safetensors_test

import (
	"bytes"
	"fmt"

	"rummygym/internal/agents/network/safetensors"
)

func Example() {
	data, err := safetensors.Append(nil, &safetensors.File{
		Metadata: map[string]string{"made": "by hand"},
		Tensors:  []safetensors.Tensor{{Name: "w", Shape: []int{2, 2}, Data: []float32{1, 2, 3, 4}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", bytes.TrimRight(data[8:len(data)-16], " "))
	f, err := safetensors.Decode(data)
	fmt.Println(f.Find("w").Data, f.Metadata["made"], err)
	// Output:
	// {"__metadata__":{"made":"by hand"},"w":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]}}
	// [1 2 3 4] by hand <nil>
}
