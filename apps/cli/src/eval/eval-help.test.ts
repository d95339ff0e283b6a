import { expect, it } from 'vitest'
import { evalCommand } from './eval-command.ts'

const page = evalCommand(() => undefined).helpInformation()

it('the help of eval fits one screen', () => {
  const lines = page.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(60)
  expect(Math.max(...lines.map((line) => Array.from(line).length))).toBeLessThanOrEqual(80)
})

it('names every option that is not an alias', () => {
  const shown = evalCommand(() => undefined).options.filter(({ hidden }) => !hidden)
  expect(shown.length).toBeGreaterThan(40)
  for (const { flags } of shown) expect(page).toContain(flags)
})
