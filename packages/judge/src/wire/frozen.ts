/** The same JSON, frozen: it is part of every call, and rendered for its key once. */
export function frozen<T>(json: T): T {
  if (typeof json !== 'object' || json === null) return json
  for (const value of Object.values(json)) frozen(value)
  return Object.freeze(json)
}
