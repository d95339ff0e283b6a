export type WeightedRow = { readonly features: readonly number[]; readonly label: 0 | 1; readonly weight: number }

/**
 * Coefficients (intercept first) that minimise the weighted mean log loss plus `ridge` / 2 · Σ w², without the intercept in the sum.
 * Newton's method from zero, until no coefficient moves by 1e-12. Deterministic; the order of rows matters only in rounding.
 */
export function logisticRegression(rows: readonly WeightedRow[], ridge: number): number[] {
  const size = 1 + (rows[0]?.features.length ?? 0)
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  let coefficients = Array.from({ length: size }, () => 0)
  for (let round = 0; round < 100; round += 1) {
    const gradient = coefficients.map((value, at) => (at === 0 ? 0 : -ridge * value))
    const curvature = coefficients.map((_, at) => coefficients.map((_value, column) => (at === column && at > 0 ? ridge : 0)))
    for (const { features, label, weight } of rows) {
      const values = [1, ...features]
      const probability = 1 / (1 + Math.exp(-dot(coefficients, values)))
      const share = weight / total
      for (const [at, value] of values.entries()) {
        gradient[at] = (gradient[at] ?? 0) + share * (label - probability) * value
        const line = curvature[at] ?? []
        for (const [column, other] of values.entries()) {
          line[column] = (line[column] ?? 0) + share * probability * (1 - probability) * value * other
        }
      }
    }
    const step = solve(curvature, gradient)
    coefficients = coefficients.map((value, at) => value + (step[at] ?? 0))
    if (step.every((move) => Math.abs(move) < 1e-12)) return coefficients
  }
  throw new Error('logisticRegression did not converge within 100 rounds: is one feature a copy of another, with ridge 0?')
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}

/** Gauss–Jordan elimination with the largest pivot. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const lines = matrix.map((line, at) => [...line, right[at] ?? 0])
  const size = lines.length
  for (let pivot = 0; pivot < size; pivot += 1) {
    const below = lines.slice(pivot).sort((a, b) => Math.abs(b[pivot] ?? 0) - Math.abs(a[pivot] ?? 0))
    lines.splice(pivot, below.length, ...below)
    const own = lines[pivot] ?? []
    const head = own[pivot] ?? 0
    for (let other = 0; other < size; other += 1) {
      if (other === pivot) continue
      const line = lines[other] ?? []
      const factor = (line[pivot] ?? 0) / head
      lines[other] = line.map((value, column) => value - factor * (own[column] ?? 0))
    }
  }
  return lines.map((line, at) => (line[size] ?? 0) / (line[at] ?? 1))
}
