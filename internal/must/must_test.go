package must_test

import (
	"errors"
	"os"
	"testing"

	"rummygym/internal/must"
)

// fatal is what a test says of a failure.
type fatal struct {
	testing.TB
	said []any
}

func (f *fatal) Helper()           {}
func (f *fatal) Fatal(args ...any) { f.said = append(f.said, args...) }

func (f *fatal) Errorf(format string, args ...any) { f.said = append(f.said, args...) }

func TestMust(t *testing.T) {
	a, b := must.Get2(3, "three", nil)(t)
	if must.Get(a, nil)(t) != 3 || b != "three" {
		t.Errorf("got %d and %q", a, b)
	}
	f := &fatal{TB: t}
	bad := errors.New("bad")
	must.Do(f, bad)
	must.Get(1, bad)(f)
	must.Get2(1, 2, bad)(f)
	_, err := os.Stat("nothing")
	must.Do(f, err)
	if len(f.said) != 4 || f.said[0] != bad || f.said[1] != bad || f.said[2] != bad || f.said[3] != err {
		t.Errorf("ends with %v", f.said)
	}
}

func TestFail(t *testing.T) {
	bad := errors.New("line 3: want a number")
	must.Fail(t, bad, "line 3", "number")
	must.Refuse(1, bad)(t, "want")
	f := &fatal{TB: t}
	must.Fail(f, bad, "line 3", "line 4")
	must.Refuse(1, error(nil))(f, "want")
	if len(f.said) != 4 || f.said[0] != bad || f.said[1] != "line 4" || f.said[2] != nil || f.said[3] != "want" {
		t.Errorf("says %v", f.said)
	}
}
