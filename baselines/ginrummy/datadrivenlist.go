package ginrummy

import (
	"bytes"
	"cmp"

	"rummygym/agents/spec"
	"rummygym/env/game"
	"rummygym/features/opponent"
)

// maxDefence is the largest value of the option defence.
const maxDefence = 1000

// dataDrivenEntries returns the data-driven player of truong2021datadriven.
func dataDrivenEntries() spec.List {
	names := DataDrivenNetworks()
	builtin := spec.Value("network", "network that values the hand after a discard: a built-in one, or that of a file of train discard", names,
		func(a *DataDriven, v string) error { a.Builtin = v; return nil }, // one of names
		func(a *DataDriven) string { return cmp.Or(a.Builtin, names[0]) })
	return spec.List{
		spec.Player("gin", "data-driven", "like simple, but discards the unmelded card that leaves the best hand by a network (truong2021datadriven)",
			func(a DataDriven) game.Agent { return &a },
			offensive(spec.OrFile(builtin, readDiscardNetwork, func(a *DataDriven) *spec.FileOf[*DiscardNetwork] { return &a.Network })),
			spec.Word("offence", "value the hand after a discard by the network (on), or discard the card that the opponent can use least (off)",
				func(a *DataDriven) *Component { return &a.Offence }, On, Off),
			offensive(spec.Decimal("defence", "points per unit of discard risk score, subtracted from the value of the hand", maxDefence,
				func(a *DataDriven) *float64 { return &a.Defence })),
			offensive(spec.Word("symmetry", "value the hand once, or by the average over the permutations of the suits",
				func(a *DataDriven) *Symmetry { return &a.Symmetry }, Asymmetric, Averaged)),
			spec.File("belief", "estimate the opponent's hand by the built-in hand table, or by that of a file of belief build", "standard",
				func(data []byte) (*opponent.HandTable, error) { return opponent.ReadHandTable(bytes.NewReader(data)) },
				func(a *DataDriven) *spec.FileOf[*opponent.HandTable] { return &a.Table }),
			spec.Decimal("explore", "probability of discarding a random unmelded card instead", 1,
				func(a *DataDriven) *float64 { return &a.Explore })),
	}
}

// offensive returns an option that applies only with offence on.
func offensive(o spec.Option) spec.Option {
	return spec.Where(o, func(a *DataDriven) bool { return a.Offence == On })
}
