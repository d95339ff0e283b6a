const LEAST = [22, 18] as const

/** What to tell whoever starts the command with a Node that is too old for it; `undefined` for one that will do. */
export function oldNodeMessage(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return undefined
  return `assay needs Node ${LEAST.join('.')} or later, and this is ${version}. Install a newer one from https://nodejs.org, or start it with one that is there.`
}
