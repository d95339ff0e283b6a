/** The names of the options that are set, for `Attempt.setByUser`. */
export function namesOfSet(options: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}
