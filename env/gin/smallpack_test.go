package gin

import (
	"testing"

	"rummygym/internal/env/gametest"
)

// Presets with other hands or packs. TestSuitePresets plays a few games of each, this test 10,000 with -long.
func TestSmallPresets(t *testing.T) {
	v := gametest.Variants[Rules, *Game]{New: New, Preset: Preset}
	v.RunMany(t, "seven", *long, Knocked, Void)
	for _, name := range []string{"tiny", "small", "medium"} {
		v.RunMany(t, name, *long, Knocked, Gin, Undercut, Void)
	}
}
