package ginrummy

import (
	"rummygym/internal/agents/spec/spectest"
	"testing"
)

func TestGinListing(t *testing.T) { spectest.Run(t, "gin", List()) }

func FuzzGinSpec(f *testing.F) { spectest.Fuzz(f, List()) }
