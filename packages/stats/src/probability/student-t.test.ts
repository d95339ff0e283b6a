import { describe, expect, it } from 'vitest'
import { studentTQuantile } from './student-t.ts'

describe('studentTQuantile', () => {
  it.each([
    [0.975, 3, 3.182446305283709],
    [0.975, 6, 2.44691185114497],
    [0.975, 10, 2.228138851986274],
    [0.975, 30, 2.042272456301238],
    [0.995, 30, 2.749995653567225],
    [0.975, 1000, 1.962339080826408],
    [0.975, 1_000_000, 1.959966356814107],
  ])('P(T ≤ t) = %d with %d degrees of freedom at the tabled t', (p, df, t) => {
    expect(studentTQuantile(p, df)).toBeCloseTo(t, 12)
  })

  it('agrees with the closed forms for 1, 2 and 4 degrees of freedom', () => {
    for (const p of [0.51, 0.6, 0.9, 0.975, 0.9999]) {
      const one = Math.tan(Math.PI * (p - 0.5))
      const two = (2 * p - 1) * Math.sqrt(2 / (4 * p * (1 - p)))
      const alpha = Math.sqrt(4 * p * (1 - p))
      const four = 2 * Math.sqrt(Math.cos(Math.acos(alpha) / 3) / alpha - 1)
      expect(Math.abs(studentTQuantile(p, 1) / one - 1)).toBeLessThan(1e-10)
      expect(Math.abs(studentTQuantile(p, 2) / two - 1)).toBeLessThan(1e-10)
      expect(Math.abs(studentTQuantile(p, 4) / four - 1)).toBeLessThan(1e-10)
    }
  })

  it('comes to the normal quantile as the degrees of freedom grow', () => {
    expect(studentTQuantile(0.975, 1e9)).toBeCloseTo(1.959963984540054, 8)
  })

  it('holds exactly the given probability, by numerical integration', () => {
    for (const df of [5, 6, 7, 21, 58, 201]) {
      for (const p of [0.8, 0.95, 0.975, 0.995]) expect(cdf(studentTQuantile(p, df), df)).toBeCloseTo(p, 10)
    }
  })

  it('is odd around one half', () => {
    expect(studentTQuantile(0.5, 7)).toBe(0)
    expect(studentTQuantile(0.125, 7)).toBe(-studentTQuantile(0.875, 7))
  })

  it('refuses what is no probability and no degree of freedom', () => {
    for (const p of [0, 1, -1, Number.NaN]) expect(() => studentTQuantile(p, 5)).toThrow(RangeError)
    for (const df of [0, -1, Infinity, Number.NaN]) expect(() => studentTQuantile(0.9, df)).toThrow(RangeError)
  })
})

/** With t = √df · tan θ the density is cosᵈᶠ⁻¹ θ, up to its integral: Simpson's rule over both. */
function cdf(t: number, df: number): number {
  const kernel = (angle: number): number => Math.cos(angle) ** (df - 1)
  const part = simpson(kernel, Math.atan(t / Math.sqrt(df)))
  return 0.5 + part / (2 * simpson(kernel, Math.PI / 2))
}

function simpson(f: (x: number) => number, end: number): number {
  const steps = 2000
  let sum = f(0) + f(end)
  for (let i = 1; i < steps; i += 1) sum += f((end * i) / steps) * (i % 2 === 0 ? 2 : 4)
  return (sum * end) / steps / 3
}
