package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets"
	"rummygym/internal/catalog"
	"rummygym/internal/datasets/open"
	"rummygym/internal/safefile"
	"rummygym/internal/web"
)

// sources holds the datasets and trainings that the command line names. The page names them by number, never by a path.
type sources struct {
	datasets  []string
	trainings []*os.Root
}

// newSources opens what is named. A dataset or a run may still grow.
func newSources(data, trainings []string) (*sources, error) {
	for _, path := range data {
		if _, err := datasets.Open(path); err != nil {
			return nil, cli.FileFault(fmt.Errorf("--dataset: %w", err))
		}
	}
	s := &sources{datasets: data}
	for _, path := range trainings {
		info, err := os.Stat(path)
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is not a folder: want the folder of a run of rummygym train", path)
		}
		if err != nil {
			return nil, cli.FileFault(fmt.Errorf("--training: %w", err))
		}
		root, err := os.OpenRoot(path)
		if err != nil {
			return nil, fmt.Errorf("--training: %w", err)
		}
		s.trainings = append(s.trainings, root)
		if _, err := root.Stat(metricsFile); errors.Is(err, fs.ErrNotExist) {
			if _, err := root.Stat("config.json"); err != nil {
				return nil, cli.FileFault(fmt.Errorf("--training: %s has neither %s nor config.json: want the folder of a run of rummygym train", path, metricsFile))
			}
		}
	}
	return s, nil
}

// library is what the page lists.
type library struct {
	Datasets  []dataset `json:"datasets"`
	Trainings []string  `json:"trainings"`
}

// dataset describes a dataset.
type dataset struct {
	Name     string   `json:"name"`
	Title    string   `json:"title,omitempty"` // of the game
	Agents   []string `json:"agents,omitempty"`
	Episodes int64    `json:"episodes"`
	Error    string   `json:"error,omitempty"`
}

// library describes the datasets and trainings.
func (s *sources) library() library {
	l := library{Datasets: []dataset{}, Trainings: []string{}}
	for _, path := range s.datasets {
		d, err := datasets.Open(path)
		if err != nil {
			l.Datasets = append(l.Datasets, dataset{Name: path, Error: err.Error()})
			continue
		}
		v := dataset{Name: path, Agents: d.Meta().AgentNames(), Episodes: d.Manifest.Episodes}
		if t, err := catalog.GameByEnv(d.Meta().Env); err == nil {
			v.Title = t.Title
		}
		l.Datasets = append(l.Datasets, v)
	}
	for _, t := range s.trainings {
		l.Trainings = append(l.Trainings, t.Name())
	}
	return l
}

// open opens the dataset of a number.
func (s *sources) open(of int) (*datasets.Dataset, error) {
	if of >= len(s.datasets) {
		return nil, fmt.Errorf("there is no dataset %d", of)
	}
	return datasets.Open(s.datasets[of])
}

// pageSize is the number of episodes on a page of the list.
const pageSize = 25

// listed is an episode of the list.
type listed struct {
	Number int64    `json:"number"`
	Seats  []string `json:"seats"`
}

// episodes lists the episodes of a dataset from a number on.
func (s *sources) episodes(of int, from int64) (any, error) {
	d, err := s.open(of)
	if err != nil {
		return nil, err
	}
	all := []listed{}
	m := d.Meta()
	for _, shard := range d.Manifest.Shards {
		first, end := max(from, shard.First), shard.First+shard.Episodes
		for n := first; n < end && len(all) < pageSize; n++ {
			run := m.RunOf(n)
			all = append(all, listed{n, run.Seats(run.Deal(n))})
		}
	}
	return all, nil
}

// episode returns the record of an episode, with its title.
func (s *sources) episode(of int, number int64) (any, error) {
	d, err := s.open(of)
	if err != nil {
		return nil, err
	}
	r, err := open.Record(d, number)
	if err != nil {
		return nil, err
	}
	g, err := catalog.GameByEnv(r.Env)
	if err != nil {
		return nil, err
	}
	data, err := (&web.Replay{Title: g.Title, Phrases: &g.Phrases, Record: r}).JSON()
	return json.RawMessage(data), err
}

const (
	metricsFile = "metrics.csv"
	maxMetrics  = 16 << 20 // bytes
)

// progress is the metrics of a training as they are now.
type progress struct {
	Changed int64  `json:"changed"` // when, to compare with what the page has
	CSV     string `json:"csv,omitempty"`
}

// metrics returns the metrics of a training, without their text if they have not changed since a time.
func (s *sources) metrics(of int, since int64) (any, error) {
	if of >= len(s.trainings) {
		return nil, fmt.Errorf("there is no training %d", of)
	}
	f, err := safefile.OpenInRoot(s.trainings[of], metricsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has no %s yet, or writes another format: train with --metrics csv", s.trainings[of].Name(), metricsFile)
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	switch changed := info.ModTime().UnixMilli(); {
	case info.Size() > maxMetrics:
		return nil, fmt.Errorf("%s has %d bytes: the page shows at most %d", metricsFile, info.Size(), maxMetrics)
	case changed == since:
		return progress{Changed: changed}, nil
	default:
		text, err := io.ReadAll(io.LimitReader(f, maxMetrics))
		return progress{changed, string(slices.Clip(text))}, err
	}
}
