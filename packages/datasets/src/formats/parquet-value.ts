/** A value as in JSON, except for integers beyond 2^53, which stay bigint. Times become ISO 8601 texts. */
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

/** Long lists of texts or numbers, such as embeddings, are not copied. */
function isPlain(list: readonly unknown[]): boolean {
  return list.every((item) => typeof item === 'string' || typeof item === 'number')
}
