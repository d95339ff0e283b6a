/** A variable of the environment without white space around it; `undefined` where it is unset or blank. */
export function environmentVariable(name: string): string | undefined {
  const value = process.env[name]?.trim()
  return value === '' ? undefined : value
}
