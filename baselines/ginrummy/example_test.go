package ginrummy_test

import (
	"fmt"

	"rummygym/baselines/ginrummy"
)

// Specs of the same player have one canonical text, and errors suggest the nearest word.
func ExampleNew() {
	create, _ := ginrummy.New("sigra:om=off:mmd=on")
	fmt.Println(create())
	_, err := ginrummy.New("sigra:omm=off")
	fmt.Println(err)
	// Output:
	// sigra:om=off
	// agent "sigra:omm=off": option 1: sigra has no option "omm", did you mean "om"?; options: variant, sk, mmd, om, wm, wo, knock
}
