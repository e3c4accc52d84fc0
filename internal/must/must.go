// Package must says in one line of a test which calls have to succeed, which have to fail, what they return,
// and which files or JSON schemas their output has to match.
//
//	game := must.Get(gin.New(rules))(t)      // the test ends at an error
//	must.Do(t, state.Apply(gin.Knock))
//	must.Fail(t, state.Apply(-1), "-1")      // an error whose text contains "-1"
//	must.Refuse(gin.New(bad))(t, "want 2")
//	must.Equal(t, deadwood.Of(hand), 12, "deadwood of %v", hand)
//	must.Match(t, "testdata/table.txt", text) // a golden file, which people have reviewed
//	must.MatchSchema(t, schema, good, bad)
//
// "go test ./PACKAGE -run NAME -update" rewrites the golden files; review the diff.
package must

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// Do ends the test if err is not nil.
func Do(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

// Get takes the results of a call, and returns a function that ends the test if err is not nil, and returns v.
func Get[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return v
	}
}

// Get2 is Get for calls with two values.
func Get2[T, U any](v T, w U, err error) func(testing.TB) (T, U) {
	return func(t testing.TB) (T, U) {
		t.Helper()
		Do(t, err)
		return v, w
	}
}

// Fail reports an error if err is nil, or if its text lacks one of words.
func Fail(t testing.TB, err error, words ...string) {
	t.Helper()
	if err == nil && len(words) == 0 {
		t.Errorf("no error")
	}
	for _, w := range words {
		if err == nil || !strings.Contains(err.Error(), w) {
			t.Errorf("error %v, want one that contains %q", err, w)
		}
	}
}

// Refuse is Fail for calls with a value.
func Refuse[T any](_ T, err error) func(t testing.TB, words ...string) {
	return func(t testing.TB, words ...string) {
		t.Helper()
		Fail(t, err, words...)
	}
}

// Equal reports an error if got and want are not deeply equal, where a slice without elements equals
// another. The format says what was computed.
func Equal[T any](t testing.TB, got, want T, format string, args ...any) {
	a, b := reflect.ValueOf(got), reflect.ValueOf(want)
	empty := a.Kind() == reflect.Slice && a.Len()+b.Len() == 0
	if !empty && !reflect.DeepEqual(got, want) {
		t.Helper()
		t.Errorf("%s: %v, want %v", fmt.Sprintf(format, args...), got, want)
	}
}
