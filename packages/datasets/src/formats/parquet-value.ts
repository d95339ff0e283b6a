/** A value as JSON would hold it, but for integers beyond 2^53: those stay bigint, digit for digit. Times become ISO 8601 texts. */
export function parquetValue(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return isPlain(value) ? value : value.map(parquetValue)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (ArrayBuffer.isView(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, parquetValue(held)]))
}

/** Long lists of texts or numbers, as embeddings are, are handed on as they stand. */
function isPlain(list: readonly unknown[]): boolean {
  return list.every((item) => typeof item === 'string' || typeof item === 'number')
}
