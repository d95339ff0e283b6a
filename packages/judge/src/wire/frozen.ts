/** The same JSON, which nobody can change any more: it goes along with every call, and is rendered for its key once. */
export function frozen<T>(json: T): T {
  if (typeof json !== 'object' || json === null) return json
  for (const value of Object.values(json)) frozen(value)
  return Object.freeze(json)
}
