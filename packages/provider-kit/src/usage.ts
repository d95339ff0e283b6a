/** A number of tokens as a server reports it; `null`, for unknown, where it is no whole number from 0. */
export function tokenCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}
