package game

import (
	"testing"

	"rummygym/internal/must"
)

var testLayout = Layout{
	{Name: "hand", Shape: []int{4, 13}, DType: Uint8, High: 3, Doc: "own cards"},
	{Name: "turn", DType: Int32, Low: 1, High: 200, Doc: "turns begun"},
	{Name: "outs", Shape: []int{53}, DType: Uint8, High: 3, Doc: "copies left"},
	{Name: "none", Shape: []int{0}, DType: Float32, Doc: "no entries"},
}

// TestLayoutOffsets checks sizes and offsets of fields.
func TestLayoutOffsets(t *testing.T) {
	if got, want := testLayout.Size(), 52+1+53; got != want {
		t.Errorf("Size is %d, want %d", got, want)
	}
	for name, want := range map[string]int{"hand": 0, "turn": 52, "outs": 53, "none": 106} {
		if got, ok := testLayout.Offset(name); !ok || got != want {
			t.Errorf("Offset(%q) is %d, %t, want %d", name, got, ok, want)
		}
	}
	if got, ok := testLayout.Offset("turns"); ok || got != 0 {
		t.Errorf("Offset of an unknown field is %d, %t, want 0, false", got, ok)
	}
	if got, ok := Layout(nil).Offset("hand"); ok || got != 0 || Layout(nil).Size() != 0 {
		t.Errorf("the empty layout has the field hand")
	}
}

// TestLayoutMarkdown checks the table of a layout.
func TestLayoutMarkdown(t *testing.T) {
	const want = "| field | shape | type | range | meaning |\n|---|---|---|---|---|\n" +
		"| `hand` | [4 13] | uint8 | [0, 3] | own cards |\n" +
		"| `turn` | [1] | int32 | [1, 200] | turns begun |\n"
	if got := testLayout[:2].Markdown(); got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
}

// TestLayoutBytes checks which layouts have bytes.
func TestLayoutBytes(t *testing.T) {
	if err := testLayout[:3].Bytes(); err != nil {
		t.Errorf("whole numbers: %v", err)
	}
	err := append(testLayout, Field{Name: "after", DType: Int8, Low: -1, High: 13}).Bytes()
	must.Fail(t, err, "none, after: ")
}
