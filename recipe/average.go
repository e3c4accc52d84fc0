package recipe

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"

	"rummygym/agents/network"
	"rummygym/agents/spec"
	"rummygym/options"
	"rummygym/table"
	"rummygym/train"
)

// An Average writes the mean of the weights of networks; see [train.Average]. Its result is an [*AverageResult].
type Average struct {
	optionList
	files []string
	out   OutFile
}

// NewAverage returns the recipe of "policy average" with its defaults.
func NewAverage() *Average {
	f := new(Average)
	file := options.Each(&f.files, "file", "network files; one that is named twice counts twice")
	file.Argument = true
	f.list = append(options.List{file}, f.out.Options("out", "file to write")...)
	f.list.Find("out").Require()
	return f
}

// AverageResult names the file of the mean.
type AverageResult struct {
	Path     string `json:"out" doc:"file of the mean"`
	Networks int    `json:"networks" doc:"number of networks"`
}

// Write writes the path and the number of networks.
func (r *AverageResult) Write(w io.Writer, f table.Format) error {
	out := table.Output[AverageResult]{Table: table.New(table.Fields[AverageResult](), []AverageResult{*r}), Text: func(out *bufio.Writer) {
		fmt.Fprintf(out, "%s: the mean of %s\n", r.Path, table.Plural(r.Networks, "network"))
	}}
	return out.Write(w, f)
}

// Run reads the networks and writes their mean.
func (f *Average) Run(_ context.Context, _ *Host) (Result, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	if len(f.files) == 0 {
		return nil, options.Usage(errors.New("file: want at least one network file"))
	}
	if err := f.out.Check(false); err != nil {
		return nil, err
	}
	var all []*network.Network
	var names []string
	for _, path := range f.files {
		n, data, err := network.ReadFile(path)
		if err != nil {
			return nil, options.FileFault(err)
		}
		all, names = append(all, n), append(names, spec.FileName(path, fmt.Sprintf("%x", sha256.Sum256(data))))
	}
	mean, err := train.Average(all[0], all[1:]...)
	if err != nil {
		return nil, fmt.Errorf("average of %s: %w", strings.Join(names, ", "), err)
	}
	d := *mean.Description()
	d.Notes = map[string]string{}
	maps.Copy(d.Notes, mean.Description().Notes)
	d.Notes["average"] = strings.Join(names, ", ")
	if mean, err = network.New(d, mean.Weights()); err != nil {
		return nil, err
	}
	data, err := mean.Append(nil)
	if err != nil {
		return nil, err
	}
	return &AverageResult{f.out.Path, len(all)}, f.out.Write(func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
