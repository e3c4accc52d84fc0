package ginrummy

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/safefile"
)

// randomTables returns tables with random entries, some of them unreached.
func randomTables(rng *rand.Rand) *FitnessTables {
	t := &FitnessTables{Command: "rummygym train cfr --out x", Seed: rng.Uint64(), Games: rng.Int64(), Batch: 7, Strategy: "current"}
	for i := range t.Percent {
		if t.Percent[i] = uint8(rng.IntN(101)); rng.IntN(3) == 0 {
			t.Percent[i] = FitnessUnreached
		}
	}
	return t
}

func written(t *testing.T, tables *FitnessTables) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, tables.Write(&b))
	return b.String()
}

// unsealed returns the text of tables without its digest.
func unsealed(text string) string {
	return regexp.MustCompile(`\ndigest .*`).ReplaceAllString(text, "")
}

func TestFitnessTablesErrors(t *testing.T) {
	sealed := written(t, randomTables(rand.New(rand.NewPCG(3, 4))))
	for bit := 0; bit < 8*len(sealed); bit += 1 + bit/4000*20 {
		bad := []byte(sealed)
		bad[bit/8] ^= 1 << (bit % 8)
		if _, err := ReadFitnessTables(bytes.NewReader(bad)); err == nil {
			t.Errorf("with bit %d of byte %d flipped they are accepted", bit%8, bit/8)
		}
	}
	if _, err := ReadFitnessTables(strings.NewReader(strings.Replace(sealed, "\nbatch 7", "\nbatch 8", 1))); !errors.Is(err, safefile.ErrDamaged) {
		t.Errorf("changed tables: error %v", err)
	}
	good := unsealed(sealed) // as somebody may write them
	must.Get(ReadFitnessTables(strings.NewReader(good)))(t)
	for _, c := range []struct{ old, new, want string }{
		{"version 1", "version 2", "line 1"},
		{"\nseed ", "\nseeds ", `line 3: want "seed"`},
		{"\nbatch 7", "\nbatch seven", "line 5: batch"},
		{"\nuseless melds", "\nuseless meld", `line 9: want the row "useless melds"`},
		{"\nuseful loose", "\nuseful loose 101", "line 10: column 0"},
		{"\nuseful melds", "\nuseful melds x", "line 11: column 0"},
		{"\nuseful loose", "\nuseful loose 1 2 3 4 5 6 7 8 9 10 11 12", "columns: want at most 11"},
		{"[knock]", "[knocks]", "line 12"},
		{"\nKS late", "\nKH late", `want the row "KS late"`},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if bad == good {
			t.Fatalf("%q is not in the file", c.old)
		}
		must.Refuse(ReadFitnessTables(strings.NewReader(bad)))(t, c.want)
	}
	for name, bad := range map[string]string{"empty": "", "cut": good[:len(good)/2], "longer": good + "more\n"} {
		if _, err := ReadFitnessTables(strings.NewReader(bad)); err == nil {
			t.Errorf("%s: read without an error", name)
		}
	}
}

func FuzzReadFitnessTables(f *testing.F) {
	f.Add(string(shippedFitness()))
	f.Add(unsealed(string(shippedFitness())))
	f.Add(fitnessFormat + "\n")
	f.Fuzz(func(t *testing.T, text string) {
		tables, err := ReadFitnessTables(strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := ReadFitnessTables(strings.NewReader(written(t, tables)))
		if err != nil || *again != *tables {
			t.Errorf("written and read again: %v", err)
		}
	})
}

// TestFitnessBlocksCoverAllSets checks that the rows of the tables have consecutive
// information sets, as the functions number them.
func TestFitnessBlocksCoverAllSets(t *testing.T) {
	next := 0
	for i, block := range fitnessBlocks() {
		if want := [...]int{0, fitnessDraws, fitnessDraws + fitnessKnocks}[i]; next != want {
			t.Errorf("table %d begins at %d, want %d", i, next, want)
		}
		for _, r := range block.rows {
			must.Equal(t, r.set, next, "row %s begins at", r.name)
			next += r.width
		}
	}
	must.Equal(t, next, FitnessSets, "rows: sets")
}

func TestShippedFitnessTables(t *testing.T) {
	tables := must.Get(ReadFitnessTables(bytes.NewReader(shippedFitness())))(t)
	if *ShippedFitnessTables() != *tables {
		t.Error("ShippedFitnessTables differs from the file")
	}
	if got := written(t, tables); got != string(shippedFitness()) {
		t.Error("fitness.txt is not in the format of rummygym train cfr")
	}
	if n := len(shippedFitness()); n > 300_000 {
		t.Errorf("fitness.txt has %d bytes", n)
	}
	const want = "rummygym train cfr --games 5000000 --batch 1000 --seed 1 --strategy average --out fitness.txt"
	if tables.Command != want || tables.Games != 5_000_000 || tables.Batch != 1000 || tables.Seed != 1 || tables.Strategy != "average" {
		t.Errorf("made by %q, seed %d, %d games in batches of %d, %s; want %q",
			tables.Command, tables.Seed, tables.Games, tables.Batch, tables.Strategy, want)
	}
	// Training has reached what occurs in play.
	reached := 0
	for _, p := range tables.Percent[:fitnessDraws] {
		if p != FitnessUnreached {
			reached++
		}
	}
	if reached < fitnessDraws*9/10 {
		t.Errorf("training reached %d of %d sets of drawing", reached, fitnessDraws)
	}
}
