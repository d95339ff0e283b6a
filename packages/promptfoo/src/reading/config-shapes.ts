import * as z from 'zod'

/*
 * What promptfoo calls things, as far as they are read here. Objects are open: a name that is not among these is reported, not
 * refused.
 */

const fields = z.record(z.string(), z.unknown())
const share = z.number().min(0).max(1)

/** `openai:gpt-4.1`, or an object with an id and options; a grader may name its embeddings apart. */
const providerShape = z.union([z.string().min(1), fields])

export const assertionShape = z.looseObject({
  type: z.string().min(1),
  value: z.unknown().optional(),
  threshold: z.number().min(0).nullish(),
  weight: z.number().min(0).nullish(),
  metric: z.string().min(1).nullish(),
  provider: providerShape.nullish(),
  rubricPrompt: z.unknown().optional(),
  contextTransform: z.string().min(1).nullish(),
})

export const optionsShape = z.looseObject({
  provider: providerShape.nullish(),
  rubricPrompt: z.unknown().optional(),
  disableVarExpansion: z.boolean().nullish(),
})

export const testShape = z.looseObject({
  description: z.string().nullish(),
  vars: z.union([fields, z.string().min(1)]).nullish(),
  assert: z.array(z.unknown()).nullish(),
  options: optionsShape.nullish(),
  threshold: share.nullish(),
  metadata: fields.nullish(),
  providerOutput: z.unknown().optional(),
})

export const configShape = z.looseObject({
  prompts: z.unknown().optional(),
  providers: z.unknown().optional(),
  targets: z.unknown().optional(),
  tests: z.unknown().optional(),
  defaultTest: z.union([testShape, z.string().min(1)]).nullish(),
})

export type AssertionFields = z.infer<typeof assertionShape>
export type TestFields = z.infer<typeof testShape>
export type ProviderFields = z.infer<typeof providerShape>

/** Names without any bearing on a score. */
const IDLE: ReadonlySet<string> = new Set(['description', '$schema', 'tags', 'sharing', 'metadata', 'label'])

/** The names in `value` that are neither read nor idle. */
export function unreadNames(value: object, { shape }: { readonly shape: object }): string[] {
  return Object.keys(value).filter((name) => !Object.hasOwn(shape, name) && !IDLE.has(name))
}
