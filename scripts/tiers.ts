/** The floors of the house, lowest first. A package may import only from floors below its own. */
const FLOORS: readonly (readonly RegExp[])[] = [
  [/^@assay\/core$/],
  [/^@assay\/(?:text|stats|provider-kit)$/],
  [/^@assay\/(?:judge|datasets)$/],
  [/^@assay\/options$/],
  [/^@assay\/(?:similarity|provider-[a-z0-9-]+|config-kit|metric-kit)$/],
  [/^@assay\/metric-[a-z0-9-]+$/],
  [/^@assay\/runner$/],
  [/^@assay\/(?:store-postgres|reporters|catalog|promptfoo|scorer)$/],
  [/^@assay\/(?:command-kit|expect)$/],
  [/^@assay\/vitest$/, /^assay$/, /^@assay\/bench$/, /^@assay\/docs$/],
  [/^@assay\/packaging$/],
]

/** Where a metric or a provider declares its options: a subpath that its main export does not load. Its manifest names what that needs. */
const ENTRY = /^packages\/(?:metric|provider)-[a-z-]+\/(?:src\/entry(?:\.ts|\/)|package\.json$)/

/** Who alone may import what from outside: SDKs stay at the edge, and zod out of what must load fast. */
const OUTSIDE: readonly { readonly module: RegExp; readonly allowedIn: RegExp; readonly orIn?: RegExp }[] = [
  { module: /^openai$/, allowedIn: /^@assay\/provider-openai$/ },
  { module: /^@anthropic-ai\/sdk$/, allowedIn: /^@assay\/provider-anthropic$/ },
  { module: /^ollama$/, allowedIn: /^@assay\/provider-ollama$/ },
  { module: /^ajv(?:-formats|\/.*)?$/, allowedIn: /^@assay\/metric-text$/ },
  { module: /^pg$/, allowedIn: /^@assay\/store-postgres$/ },
  // Models of these come from users: only tests load a package.
  { module: /^(?:ai|@ai-sdk\/.+|@langchain\/.+)$/, allowedIn: /^$/ },
  { module: /^zod$/, allowedIn: /^(?:@assay\/(?:datasets|judge|catalog|promptfoo|options|runner|bench)|assay)$/, orIn: ENTRY },
]

export type Import = { readonly from: string; readonly to: string; readonly file: string; readonly isTest: boolean }

/** Why an import breaks the tiers, or `undefined` where it keeps them. */
export function tierFault({ from, to, file, isTest }: Import): string | undefined {
  if (to === from) return undefined
  const outside = OUTSIDE.find(({ module }) => module.test(to))
  if (outside !== undefined)
    return isTest || outside.allowedIn.test(from) || outside.orIn?.test(file) === true
      ? undefined
      : `${file}: ${from} must not import ${to}`
  if (!to.startsWith('@assay/') && to !== 'assay') return undefined
  if (from === '@assay/testkit') return to === '@assay/core' ? undefined : `${file}: testkit imports only core, not ${to}`
  // All of packaging is tests and what they need.
  if (to === '@assay/testkit') return isTest || from === '@assay/packaging' ? undefined : `${file}: testkit is for tests, not for ${from}`
  const [own, other] = [floorOf(from), floorOf(to)]
  if (own === undefined) return `${file}: ${from} stands on no floor; give it one in scripts/tiers.ts`
  if (other === undefined) return `${file}: ${to} stands on no floor; give it one in scripts/tiers.ts`
  return other < own ? undefined : `${file}: ${from} (floor ${own}) must not import ${to} (floor ${other}): arrows point down only`
}

function floorOf(name: string): number | undefined {
  const floor = FLOORS.findIndex((patterns) => patterns.some((pattern) => pattern.test(name)))
  return floor === -1 ? undefined : floor
}
