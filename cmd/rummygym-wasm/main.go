//go:build js

// Command rummygym-wasm is the engine of the play page in a browser: package internal/web/engine, compiled to
// WebAssembly. It needs an object rummygym in the global scope:
//
//	answer(text)   takes an answer to a request, and "" when the engine is ready
//	weights(name)  returns a promise of a file of builtin.Files, a Uint8Array
//
// and sets its function ask(text), which takes a request.
package main

import (
	"context"
	"errors"
	"syscall/js"

	"rummygym/internal/builtin"
	"rummygym/internal/web/engine"
)

func main() {
	page := js.Global().Get("rummygym")
	e := engine.New(engine.Config{Load: func(name string) error { return load(page, name) }, Slow: true})
	requests := make(chan string, 1024)
	page.Set("ask", js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		requests <- arguments[0].String()
		return nil
	}))
	page.Call("answer", "")
	for r := range requests {
		e.Do(context.Background(), []byte(r), func(answer []byte) { page.Call("answer", string(answer)) })
	}
}

// load fetches a file of builtin.Files.
func load(page js.Value, name string) error {
	file, err := await(page.Call("weights", name))
	if err != nil {
		return err
	}
	builtin.Load(name, content(file))
	return nil
}

// await waits for a promise.
func await(promise js.Value) (js.Value, error) {
	kept, failed := make(chan js.Value, 1), make(chan string, 1)
	take := js.FuncOf(func(_ js.Value, result []js.Value) any {
		kept <- result[0]
		return nil
	})
	defer take.Release()
	fail := js.FuncOf(func(_ js.Value, reason []js.Value) any {
		failed <- reason[0].Call("toString").String()
		return nil
	})
	defer fail.Release()
	promise.Call("then", take, fail)
	select {
	case reason := <-failed:
		return js.Value{}, errors.New(reason)
	case result := <-kept:
		return result, nil
	}
}

// content returns what a Uint8Array holds.
func content(array js.Value) []byte {
	b := make([]byte, array.Length())
	js.CopyBytesToGo(b, array)
	return b
}
