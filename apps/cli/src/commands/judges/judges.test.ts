import { readFileSync } from 'node:fs'
import { createCatalog } from '@assay/catalog'
import { expect, test, vi } from 'vitest'
import { withProvidersTable } from '../../../scripts/providers-table.ts'
import { runAssay } from '../../__fixtures__/run-assay.ts'
import { judgeLines } from './judge-lines.ts'

const providers = await createCatalog().providers()

test('every provider has a line, with how its judges are written', () => {
  const lines = judgeLines(providers)
  expect(lines).toHaveLength(providers.length + 1)
  for (const { example } of providers) expect(lines.filter((line) => line.includes(`  ${example}  `))).toHaveLength(1)
})

test('a key that is set is shown by the name of its variable, and what it holds is not', () => {
  for (const name of providers.flatMap(({ keyVariables = [] }) => keyVariables)) vi.stubEnv(name, undefined)
  vi.stubEnv('GOOGLE_API_KEY', 'sk-of-the-environment').stubEnv('GROQ_API_KEY', '  ')
  const lines = judgeLines(providers)
  vi.unstubAllEnvs()
  expect(lines.find((line) => line.startsWith('Google Gemini'))).toMatch(/ set: GOOGLE_API_KEY$/)
  expect(lines.find((line) => line.startsWith('Groq'))).toMatch(/ not set: GROQ_API_KEY$/)
  expect(lines.find((line) => line.startsWith('Ollama'))).toMatch(/none needed$/)
  expect(lines.join('\n')).not.toContain('sk-of-the-environment')
})

test('assay judges prints them', async () => {
  const { code, out } = await runAssay(['judges'], { env: { XAI_API_KEY: 'sk-of-the-environment' } })
  expect(code).toBe(0)
  expect(out).toMatch(/^xAI {2,}xai:grok-4 +set: XAI_API_KEY$/m)
  expect(out).not.toContain('sk-of-the-environment')
})

test('docs/providers.md begins with all of them (after a change: node --conditions=@assay/source apps/cli/scripts/write-generated.ts)', () => {
  const page = readFileSync(new URL('../../../../../docs/providers.md', import.meta.url), 'utf8')
  expect(page).toBe(withProvidersTable(page, providers))
  for (const { example } of providers) expect(page).toContain(`| \`${example}\` |`)
})
