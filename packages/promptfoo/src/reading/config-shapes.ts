import * as z from 'zod'

/*
 * The parts of promptfoo configurations that are read. Objects are open: an unknown name is reported, not refused.
 */

const fields = z.record(z.string(), z.unknown())
const share = z.number().min(0).max(1)

/** `openai:gpt-4.1`, or an object with an id and options; a grader may name its embeddings separately. */
const providerShape = z.union([z.string().min(1), fields])
/** An expression, `file://…`, or a function in a configuration in code. */
const transformShape = z.union([z.string().min(1), z.custom<object>((value) => typeof value === 'function')])
const references = z.array(z.string())

export const assertionShape = z.looseObject({
  type: z.string().min(1),
  value: z.unknown().optional(),
  threshold: z.number().min(0).nullish(),
  weight: z.number().min(0).nullish(),
  metric: z.string().min(1).nullish(),
  provider: providerShape.nullish(),
  rubricPrompt: z.unknown().optional(),
  transform: transformShape.nullish(),
  contextTransform: transformShape.nullish(),
})

export const assertSetShape = z.looseObject({
  type: z.literal('assert-set'),
  assert: z.array(z.unknown()),
  threshold: share.nullish(),
  weight: z.number().min(0).nullish(),
  metric: z.string().min(1).nullish(),
})

/** The weights of the relations of an answer to its reference, by promptfoo's names. */
const factualityShape = z.looseObject({
  subset: share.nullish(),
  superset: share.nullish(),
  agree: share.nullish(),
  disagree: share.nullish(),
  differButFactual: share.nullish(),
})

export const optionsShape = z.looseObject({
  provider: providerShape.nullish(),
  rubricPrompt: z.unknown().optional(),
  factuality: factualityShape.nullish(),
  transform: transformShape.nullish(),
  postprocess: transformShape.nullish(),
  transformVars: z.unknown().optional(),
  prefix: z.string().nullish(),
  suffix: z.string().nullish(),
  disableVarExpansion: z.boolean().nullish(),
  disableDefaultAsserts: z.boolean().nullish(),
})

export const testShape = z.looseObject({
  description: z.string().nullish(),
  vars: z.union([fields, z.string().min(1)]).nullish(),
  assert: z.array(z.unknown()).nullish(),
  options: optionsShape.nullish(),
  threshold: share.nullish(),
  metadata: fields.nullish(),
  provider: z.unknown().optional(),
  providers: references.nullish(),
  prompts: references.nullish(),
  providerOutput: z.unknown().optional(),
  assertScoringFunction: z.unknown().optional(),
})

export const scenarioShape = z.looseObject({
  config: z.array(z.unknown()),
  tests: z.unknown().optional(),
})

export const configShape = z.looseObject({
  prompts: z.unknown().optional(),
  providers: z.unknown().optional(),
  targets: z.unknown().optional(),
  tests: z.unknown().optional(),
  scenarios: z.unknown().optional(),
  defaultTest: z.unknown().optional(),
})

export type AssertionFields = z.infer<typeof assertionShape>
export type AssertSetFields = z.infer<typeof assertSetShape>
export type TestFields = z.infer<typeof testShape>
export type FactualityWeights = z.infer<typeof factualityShape>
export type ConfigFields = z.infer<typeof configShape>
export type ProviderFields = z.infer<typeof providerShape>

/** Names that have no effect on a score. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'description',
  '$schema',
  'tags',
  'sharing',
  'metadata',
  'label',
  'assertionTemplates',
  'outputPath',
])

/** The names in `value` that could have an effect and are not read. */
export function unreadNames(value: object, { shape }: { readonly shape: object }): string[] {
  return Object.keys(value).filter((name) => !Object.hasOwn(shape, name) && !WITHOUT_EFFECT.has(name))
}
