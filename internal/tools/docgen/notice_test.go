package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/must"
)

// A licence that asks for more than a notice is refused, and so is a text that is not known.
func TestLicencesPermitDistribution(t *testing.T) {
	apache := must.Get(os.ReadFile("../../../LICENSE"))(t)
	if ids, err := licences(apache); err != nil || !slices.Equal(ids, []string{"Apache-2.0"}) {
		t.Errorf("the licence of this module: %q, %v", ids, err)
	}
	for _, c := range []struct{ text, want string }{
		{"All rights reserved.", "no licence that is known"},
		{"This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public License as published by the Free Software Foundation, either version 3 of the License, or (at your option) any later version.", "GPL-3.0"},
	} {
		if ids, err := licences([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("licences(%.40q) = %q, %v, want an error with %q", c.text, ids, err, c.want)
		}
	}
}
