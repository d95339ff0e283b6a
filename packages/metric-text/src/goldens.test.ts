import { AssayError, type AnyMetric, scoreRow, type MetricConfig } from '@assay/core'
import { checkOptions, type MetricSurroundings } from '@assay/options'
import { expect, test } from 'vitest'
import goldens from './__fixtures__/text-checks.json' with { type: 'json' }
import { entries } from './entry.ts'

const nothing = {} as MetricSurroundings

/** As a catalog makes it. */
async function made({ type, ...options }: MetricConfig): Promise<AnyMetric> {
  const entry = entries.find((one) => one.type === type)!
  return entry.create(checkOptions(entry.options, options), nothing)
}

const SCHEMA_TYPES = new Set(['is-json', 'contains-json'])

test.each(goldens.cases.map((golden) => [golden.id, golden] as const))('%s', async (_id, golden) => {
  const { output, expected } = golden
  const isNegated = golden.type.startsWith('not-')
  const type = golden.type.replace(/^not-/, '')
  const option = SCHEMA_TYPES.has(type) ? 'schema' : 'value'
  const config = { type, ...('value' in golden ? { [option]: golden.value } : {}) } as MetricConfig
  if (typeof expected === 'object') {
    await expect(made(config)).rejects.toSatisfy((error) => AssayError.is(error) && error.kind === 'config')
    return
  }
  const response = typeof output === 'string' ? output : JSON.stringify(output)
  const score = await scoreRow(await made(config), { response })
  expect(score).toMatchObject({ status: 'scored', value: isNegated ? 1 - expected : expected })
})
