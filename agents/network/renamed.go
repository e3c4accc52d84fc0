package network

// renamedInputs holds the present name of every input that older files name
// differently. [Decode] replaces the old name, so that such files play as before; a
// file that is written has the new one.
var renamedInputs = map[string]string{
	"his_turns":    "opponent_turns",
	"his_takes":    "opponent_takes",
	"his_distance": "opponent_distance",
	"his_pips":     "opponent_pips",
	"his_score":    "opponent_score",
}

// renameInputs replaces the old names of inputs.
func (d *Description) renameInputs() {
	for i := range d.Inputs {
		if name, ok := renamedInputs[d.Inputs[i].Name]; ok {
			d.Inputs[i].Name = name
		}
	}
}
