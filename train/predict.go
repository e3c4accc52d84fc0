package train

import "fmt"

// Predict computes the heads for any number of rows of unscaled inputs. If outputs[i] is
// not nil, it is set to head i, [rows, size].
func (m *Model) Predict(inputs []float32, outputs ...[]float32) error {
	in := len(m.scales)
	rows := len(inputs) / in
	if len(inputs)%in != 0 {
		return fmt.Errorf("train: %d input numbers: want rows of %d", len(inputs), in)
	}
	if len(outputs) > len(m.d.Heads) {
		return fmt.Errorf("train: %d outputs: want %d, one for each head of the network", len(outputs), len(m.d.Heads))
	}
	for i, out := range outputs {
		if out != nil && len(out) != rows*m.d.Heads[i].Size {
			return fmt.Errorf("train: output %d has %d numbers: want %d rows of %d", i, len(out), rows, m.d.Heads[i].Size)
		}
	}
	y := m.layers[len(m.layers)-1].y
	for from := 0; from < rows; from += m.inputs.rows {
		m.n = min(rows-from, m.inputs.rows)
		m.pool.spans(m.n, rowSpan, func(a, b int) {
			for r := a; r < b; r++ {
				m.inputs.set(r, inputs[(from+r)*in:][:in], m.scales)
			}
			for _, l := range m.layers {
				l.forward(a, b)
			}
			for r := a; r < b; r++ {
				at := 0
				for i := range m.d.Heads {
					size := m.d.Heads[i].Size
					if i < len(outputs) && outputs[i] != nil {
						copy(outputs[i][(from+r)*size:][:size], y.row(r)[at:])
					}
					at += size
				}
			}
		})
	}
	return nil
}
