package session

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/safefile"
)

// UnsavedError reports that a move was made, and the file of records could not be written.
type UnsavedError struct{ Err error }

// Error returns the reason.
func (e *UnsavedError) Error() string { return "the game is not saved: " + e.Err.Error() }

// Unwrap returns the reason.
func (e *UnsavedError) Unwrap() error { return e.Err }

// file is the file of records. No other process writes to it while it is open.
type file struct {
	path    string // "": none
	release func()
}

// create opens a file that is to be written. It must not exist, unless it is replaced.
func (f *file) create(path string, replace bool) error {
	if err := f.open(path); err != nil || path == "" || replace {
		return err
	}
	err := safefile.Create(path, func(*os.File) error { return nil })
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("the file %s already exists: name another file, continue its games, or replace it", path)
	}
	return err
}

// open locks the file.
func (f *file) open(path string) (err error) {
	if path == "" {
		return nil
	}
	if f.release, err = safefile.LockFile(path); err != nil {
		return err
	}
	f.path = path
	return nil
}

func (f *file) close() {
	if f.release != nil {
		f.release()
		f.release = nil
	}
}

// save writes the records of all games.
func (s *Session) save() error {
	if s.file.path == "" {
		return nil
	}
	if err := safefile.Write(s.file.path, s.Records()); err != nil {
		return &UnsavedError{err}
	}
	return nil
}

// record returns the record of the game in progress, which holds all cards.
func (s *Session) record() *record.Record {
	names := make([]string, s.game.Players())
	for p := range names {
		player := s.at(game.Player(p))
		names[p] = agents.Playing(player.agent, player.name)
		if s.undone && game.Player(p) == s.Seat() {
			names[p] = practiced
		}
	}
	h, err := catalog.RecordHeader(s.game, names)
	if err != nil {
		panic("session: " + err.Error()) // the rules were valid
	}
	seed := s.config.Seed
	h.Origin = &record.Origin{Seed: &seed, Deal: s.number, Keep: game.NoPlayer}
	return &record.Record{Header: h, Events: slices.Clone(s.events)}
}

// Records returns the records of all games as JSON lines, those of the file. They hold all cards.
func (s *Session) Records() []byte {
	var b []byte
	for _, r := range s.done {
		b = r.AppendJSON(b)
	}
	return s.record().AppendJSON(b)
}
