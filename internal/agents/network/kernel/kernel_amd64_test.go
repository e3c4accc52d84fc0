package kernel

import "testing"

// TestWithoutAVX512 checks the code for processors without vectors of sixteen numbers.
func TestWithoutAVX512(t *testing.T) {
	defer func(before bool) { wide = before }(wide)
	wide = false
	t.Run("sum", TestSum)
	t.Run("list", TestList)
}
