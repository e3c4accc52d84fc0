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

func (f *fatal) Errorf(format string, args ...any) {
	if len(args) == 0 {
		args = []any{format}
	}
	f.said = append(f.said, args...)
}

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
	must.Equal(t, f.said, []any{bad, bad, bad, err}, "ends with")
}

func TestFail(t *testing.T) {
	bad := errors.New("line 3: want a number")
	must.Fail(t, bad, "line 3", "number")
	must.Refuse(1, bad)(t, "want")
	f := &fatal{TB: t}
	must.Fail(f, bad, "line 3", "line 4")
	must.Refuse(1, error(nil))(f, "want")
	must.Refuse(1, error(nil))(f)
	must.Equal(t, f.said, []any{bad, "line 4", nil, "want", "no error"}, "says")
}

func TestEqual(t *testing.T) {
	f := &fatal{TB: t}
	must.Equal(f, []int{1, 2}, []int{1, 2}, "equal")
	must.Equal(f, nil, []int{}, "empty")
	must.Equal(f, 12, 13, "%d cards", 3)
	must.Equal(t, f.said, []any{"3 cards", 12, 13}, "says")
}
