/**
 * The one-sided lower bound of Clopper and Pearson (1934) on a proportion: the p at which `successes` or more of `trials` have
 * probability 1 − `level`. Exact: its coverage is at least `level` for every proportion. 0 without a success, (1 − level)^(1/n)
 * without a failure. Good to about 1e-14.
 *
 * @throws RangeError unless 0 ≤ successes ≤ trials, both whole, trials ≥ 1, and level is in (0, 1).
 */
export function clopperPearsonLower(successes: number, trials: number, level: number): number {
  if (!Number.isSafeInteger(successes) || !Number.isSafeInteger(trials) || trials < 1 || successes < 0 || successes > trials) {
    throw new RangeError(`clopperPearsonLower: ${successes} of ${trials} is no count of successes among trials`)
  }
  if (!(level > 0 && level < 1)) throw new RangeError(`clopperPearsonLower: level = ${level} is not in (0, 1)`)
  const tail = 1 - level
  if (successes === 0) return 0
  if (successes === trials) return tail ** (1 / trials)
  const logChoices = logBinomial(trials, successes)
  let low = 0
  let high = 1
  // The upper tail grows with p: bisection until no double is between the ends.
  for (;;) {
    const middle = low + (high - low) / 2
    if (middle === low || middle === high) return low
    if (upperTail(successes, trials, middle, logChoices) < tail) low = middle
    else high = middle
  }
}

/** P(X ≥ k) for n trials of probability p, which is the regularised incomplete beta I_p(k, n − k + 1). */
function upperTail(k: number, n: number, p: number, logChoices: number): number {
  const odds = p / (1 - p)
  let term = Math.exp(logChoices + k * Math.log(p) + (n - k) * Math.log1p(-p))
  let sum = term
  for (let i = k; i < n; i += 1) {
    term *= ((n - i) / (i + 1)) * odds
    sum += term
  }
  return sum
}

function logBinomial(n: number, k: number): number {
  let log = 0
  for (let i = 1; i <= Math.min(k, n - k); i += 1) log += Math.log((n - i + 1) / i)
  return log
}
