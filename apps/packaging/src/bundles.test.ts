import { createCatalog } from '@assay/catalog'
import { expect, it } from 'vitest'
import { byJudgedMetric, byMetric, testBundlers } from './bundled-programs.ts'
import { esbuildBundlers } from './bundlers.ts'

testBundlers(esbuildBundlers)

it('the bundled programs hold every metric that has a name', async () => {
  const metrics = await createCatalog().metrics()
  const names = metrics.map(({ type }) => type.replaceAll('-', '_'))
  const held = new Set(Object.keys({ ...byMetric, ...byJudgedMetric }).map((name) => name.replace(/@\d+$/, '').replace(/^f1$/, 'f_beta')))
  expect(names.filter((name) => !held.has(name))).toEqual([])
})
