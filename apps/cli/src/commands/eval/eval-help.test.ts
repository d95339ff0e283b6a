import { expect, it } from 'vitest'
import { createCatalog } from '@assay/catalog'
import { evalTable } from '../../settings/eval-table.ts'
import { evalCommand } from './eval-command.ts'

const table = await evalTable(createCatalog())
const page = evalCommand(table, () => undefined).helpInformation()
const whole = evalCommand(table, () => undefined, ['eval', '--help', 'all']).helpInformation()

it('the help of eval fits one screen', () => {
  const lines = page.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(60)
  expect(Math.max(...lines.map((line) => Array.from(line).length))).toBeLessThanOrEqual(80)
})

it('names every option that is not an alias behind all', () => {
  const shown = evalCommand(table, () => undefined).options.filter(({ hidden }) => !hidden)
  expect(shown.length).toBeGreaterThan(40)
  for (const { flags } of shown) expect(whole).toContain(flags)
})
