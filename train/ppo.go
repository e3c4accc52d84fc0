package train

import (
	"fmt"
	"math"

	"rummygym/agents/network"
)

// PPO is the loss of proximal policy optimisation (Schulman, Wolski, Dhariwal, Radford
// and Klimov, 2017): with ratio the probability of the action taken, Labels, by that
// when it was drawn, whose logarithm is LogProbs,
//
//	-min(ratio*advantage, clip(ratio, 1-Clip, 1+Clip)*advantage)
//	+ ValueScale*(value-return)²/2 - EntropyScale*entropy
//
// where the value is that of the head Value, and probabilities and entropy, in nats,
// are of the softmax over the entries of the head Policy that count by Mask. With
// ClipValue above 0 the squared error is the greater of that of the value and of the
// value clipped to OldValues ± ClipValue.
//
// It tells the whole, the first term (policy), the squared error (value), the entropy,
// ratio-1-log(ratio), whose mean estimates the divergence of the old policy from the
// new (kl), and how often the ratio lies outside the clip (clipped). It reads Labels,
// LogProbs and Advantages, Returns if there is a Value, OldValues with ClipValue, and
// Mask and Weights if they are there.
type PPO struct {
	Policy       string  // head of logits
	Value        string  // head of size 1, "" for none
	Clip         float64 // above 0, as .2
	ClipValue    float64 // 0: the value is not clipped
	ValueScale   float64 // as .5
	EntropyScale float64 // as .01
	Scale        float64 // of the whole; 0 means 1
}

type ppo struct {
	PPO
	scaled
	policy, value head // value.size is 0 without one
}

func (l PPO) bind(d *network.Description) (term, error) {
	if !(l.Clip > 0) || !(l.ClipValue >= 0) || !(l.ValueScale >= 0) {
		return nil, fmt.Errorf("PPO: Clip %v, ClipValue %v, ValueScale %v: want numbers of at least 0, Clip above it", l.Clip, l.ClipValue, l.ValueScale)
	}
	b := &ppo{PPO: l, scaled: scaled(l.Scale)}
	var err error
	if b.policy, err = findHead(d, "PPO", l.Policy); err != nil || l.Value == "" {
		return b, err
	}
	if b.value, err = findHead(d, "PPO", l.Value); err == nil && (b.value.size != 1 || l.Value == l.Policy) {
		err = fmt.Errorf("PPO: head %q is of size %d: want another head, of size 1", l.Value, b.value.size)
	}
	return b, err
}

func (l *ppo) columns() []string {
	return []string{"ppo", "ppo/policy", "ppo/value", "ppo/entropy", "ppo/kl", "ppo/clipped"}
}

func (l *ppo) check(t *Target, n int) error {
	if err := t.check(n, l.policy.size); err != nil {
		return err
	}
	if err := checkLabels(t, n, l.policy.size, false); err != nil {
		return err
	}
	if err := wants("LogProbs", len(t.LogProbs), n, 1); err != nil {
		return err
	}
	if err := wants("Advantages", len(t.Advantages), n, 1); err != nil {
		return err
	}
	if l.value.size > 0 {
		if err := wants("Returns", len(t.Returns), n, 1); err != nil {
			return err
		}
		if l.ClipValue > 0 {
			return wants("OldValues", len(t.OldValues), n, 1)
		}
	}
	return nil
}

func (l *ppo) row(t *Target, r int, outputs, gradient []float32, by float64, values []float64) {
	out, grad, mask := l.policy.of(outputs), l.policy.of(gradient), t.mask(r, l.policy.size)
	greatest, _, logSum := softmax(out, mask)
	action := int(t.Labels[r])
	logRatio := float64(out[action]) - greatest - logSum - float64(t.LogProbs[r])
	ratio, advantage := math.Exp(logRatio), float64(t.Advantages[r])
	entropy := 0.0
	for i, x := range out {
		if counts(mask, i) {
			logP := float64(x) - greatest - logSum
			entropy -= math.Exp(logP) * logP
		}
	}
	clipped := min(max(ratio, 1-l.Clip), 1+l.Clip)
	policy := -min(ratio*advantage, clipped*advantage)
	slope := 0.0 // of the first term by log(p) of the action
	if ratio*advantage <= clipped*advantage {
		slope = -ratio * advantage
	}
	for i, x := range out {
		if !counts(mask, i) {
			continue
		}
		logP := float64(x) - greatest - logSum
		p := math.Exp(logP)
		// d log p(action)/dx = [i is action] - p; d entropy/dx = -p*(log p + entropy)
		g := -slope*p + l.EntropyScale*p*(logP+entropy)
		if i == action {
			g += slope
		}
		grad[i] += float32(by * g)
	}
	squared := l.squared(t, r, outputs, gradient, by)
	values[0] = policy + l.ValueScale*squared/2 - l.EntropyScale*entropy
	values[1], values[2], values[3], values[4] = policy, squared, entropy, ratio-1-logRatio
	if clipped != ratio {
		values[5] = 1
	}
}

// squared returns the squared error of the value of row r and adds its gradient.
func (l *ppo) squared(t *Target, r int, outputs, gradient []float32, by float64) float64 {
	if l.value.size == 0 {
		return 0
	}
	v, want := float64(l.value.of(outputs)[0]), float64(t.Returns[r])
	squared, slope := (v-want)*(v-want), v-want
	if l.ClipValue > 0 {
		old := float64(t.OldValues[r])
		near := min(max(v, old-l.ClipValue), old+l.ClipValue)
		if s := (near - want) * (near - want); s > squared {
			squared, slope = s, 0 // it is clipped, or s would be no greater
		}
	}
	l.value.of(gradient)[0] += float32(by * l.ValueScale * slope)
	return squared
}
