import { expect, it } from 'vitest'
import { createCatalog } from './catalog.ts'

const { metricFrom } = createCatalog()

it.each([
  [{ type: 'contains', value: 7 }, 'contains|value:7|v1'],
  [{ type: 'contains_any', value: 'a, b' }, 'contains_any|value:["a","b"]|v1'],
  [{ type: 'is-json', schema: 'type: object' }, 'is_json|schema:{"type"%3A"object"}|v1'],
  [{ type: 'levenshtein', value: 'kitten', atMost: 2, name: 'near' }, 'levenshtein|value:kitten|at_most:2|v1'],
])('%j is made, and made again from its own config', async (config, signature) => {
  const metric = await metricFrom(config)
  expect(metric.signature).toBe(signature)
  expect(await metricFrom(metric.config!)).toMatchObject({ name: metric.name, signature })
})

it.each([
  [{ type: 'contains' }, 'contains.value: it is missing'],
  [{ type: 'starts-with', value: 4 }, 'starts-with.value: found 4 where a text that is not empty is due.'],
  [{ type: 'regex', value: '(' }, 'regex: "(" is no pattern of JavaScript'],
  [{ type: 'is-json', schema: '{ type: thing }' }, 'The JSON Schema cannot be used: schema is invalid'],
  [{ type: 'is-json', schema: '{ type: [' }, 'is-json: schema:1: it is not YAML'],
])('%j is refused', async (config, message) => {
  await expect(metricFrom(config)).rejects.toThrow(message)
})

it('an option of the run is one that the metric may not lack', async () => {
  expect(await metricFrom('contains', { options: { overrides: { value: 'gate' } } })).toMatchObject({ signature: 'contains|value:gate|v1' })
  await expect(metricFrom('regex', { options: { overrides: { value: ['a'] } } })).rejects.toThrow('regex.value: found a list of 1')
})
