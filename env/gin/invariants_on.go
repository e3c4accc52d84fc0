//go:build invariants

package gin

// invariants makes Apply check the state after every action. Build with
// -tags invariants.
const invariants = true
