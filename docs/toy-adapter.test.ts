import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { LLMAdapter } from '@assay/core'
import { runChecks, testLLMAdapter } from '@assay/testkit'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { snippetsOf } from './snippets.ts'

const here = new URL('.', import.meta.url)
const folder = new URL('.cache/toy-adapter/', here)

beforeAll(() => mkdirSync(folder, { recursive: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the adapter shown in extending.md keeps the contract of adapters', async () => {
  const snippet = snippetsOf(new URL('extending.md', here), 'extending.md').find(({ code }) => code.includes('function credulousJudge'))
  const file = new URL('toy-adapter.ts', folder)
  writeFileSync(file, snippet?.code ?? '')
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const { credulousJudge } = (await import(file.href)) as { credulousJudge: () => LLMAdapter }
  const results = await runChecks(testLLMAdapter({ create: () => credulousJudge() }))
  expect(results.filter(({ fault }) => fault !== undefined)).toEqual([])
  expect(results.length).toBeGreaterThan(0)
})
