//go:build js

// Command rummygym-npm is the engine of the npm package, compiled to WebAssembly. It needs an object rummygym in the global
// scope, with the files that agents read (internal/builtin):
//
//	files  a Map of names to Uint8Arrays
//
// and sets its function call(text), which takes a request of package call and returns an array: the answer; or null, the
// message of an error, and whether it is an illegal move. ready() is called when that is set.
package main

import (
	"errors"
	"fmt"
	"syscall/js"

	"rummygym/env/game"
	"rummygym/internal/builtin"
	"rummygym/internal/call"
	"rummygym/internal/plaintext"
)

func main() {
	page := js.Global().Get("rummygym")
	page.Get("files").Call("forEach", js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		content := make([]byte, arguments[0].Length())
		js.CopyBytesToGo(content, arguments[0])
		builtin.Load(arguments[1].String(), content)
		return nil
	}))
	var c call.Caller
	page.Set("call", js.FuncOf(func(_ js.Value, arguments []js.Value) (result any) {
		defer func() {
			if r := recover(); r != nil {
				result = []any{nil, fmt.Sprintf("internal error of the engine: %v: please report it", r)}
			}
		}()
		answer, err := c.Answer([]byte(arguments[0].String()))
		if err != nil {
			illegal := new(game.IllegalAction)
			return []any{nil, plaintext.Brief(err.Error()), errors.As(err, &illegal)}
		}
		return []any{string(answer)}
	}))
	page.Call("ready")
	select {}
}
