package train

// ShareAll makes workers share all steps, also those that are too small for it to be faster.
func (m *Model) ShareAll() { m.little = 0 }
