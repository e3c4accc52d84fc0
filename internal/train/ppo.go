package train

import (
	"fmt"
	"math"

	"rummygym/internal/agents/network"
)

// PPO is the loss of proximal policy optimization (schulman2017ppo). ratio is the current
// probability of the action taken (Labels), divided by its probability when it was drawn
// (the exponential of LogProbs):
//
//	-min(ratio*advantage, clip(ratio, 1-Clip, 1+Clip)*advantage)
//	+ ValueScale*(value-return)²/2 - EntropyScale*entropy
//
// The value is the output of the head Value. Probabilities and entropy, in nats, are of
// the softmax over the entries of the head Policy that Mask includes. If ClipValue is
// above 0, the squared error is the larger of two: that of the value, and that of the
// value clipped to OldValues ± ClipValue.
//
// The loss reports its total (ppo), the first term (policy), the squared error (value),
// the entropy, ratio-1-log(ratio), whose mean estimates the Kullback-Leibler divergence
// of the old policy from the new one (kl), and how often the ratio is outside the clip
// range (clipped). It reads Labels, LogProbs and Advantages, Returns if there is a
// Value, OldValues if ClipValue is above 0, and Mask and Weights if they are set.
type PPO struct {
	Policy       string  // head of logits
	Value        string  // head of size 1, "" for none
	Clip         float64 // above 0, such as .2
	ClipValue    float64 // 0: the value is not clipped
	ValueScale   float64 // such as .5
	EntropyScale float64 // such as .01
	Scale        float64 // factor of the whole loss; 0 means 1
}

type ppo struct {
	PPO
	scaled
	policy, value head // value.size is 0 if there is no value head
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
		err = fmt.Errorf("PPO: head %q has size %d: want another head than the policy, of size 1", l.Value, b.value.size)
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
	if err := checkLen("LogProbs", len(t.LogProbs), n, 1); err != nil {
		return err
	}
	if err := checkLen("Advantages", len(t.Advantages), n, 1); err != nil {
		return err
	}
	if l.value.size > 0 {
		if err := checkLen("Returns", len(t.Returns), n, 1); err != nil {
			return err
		}
		if l.ClipValue > 0 {
			return checkLen("OldValues", len(t.OldValues), n, 1)
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
			entropy -= float64(math.Exp(logP) * logP)
		}
	}
	clipped := min(max(ratio, 1-l.Clip), 1+l.Clip)
	policy := -min(ratio*advantage, clipped*advantage)
	slope := 0.0 // derivative of the first term with respect to log(p) of the action
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
		g := float64(-slope*p) + float64(l.EntropyScale*p*(logP+entropy))
		if i == action {
			g += slope
		}
		grad[i] += float32(by * g)
	}
	squared := l.squared(t, r, outputs, gradient, by)
	values[0] = policy + float64(l.ValueScale*squared/2) - float64(l.EntropyScale*entropy)
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
			squared, slope = s, 0 // the clipped value does not depend on v here
		}
	}
	l.value.of(gradient)[0] += float32(by * l.ValueScale * slope)
	return squared
}
