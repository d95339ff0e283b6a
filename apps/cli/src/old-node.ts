const LEAST = [22, 18] as const

/** The message for a Node version that is too old; `undefined` for a supported one. */
export function oldNodeMessage(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return undefined
  return `assay needs Node ${LEAST.join('.')} or later, and this is ${version}. Install a newer one from https://nodejs.org, or start it with one that is there.`
}
