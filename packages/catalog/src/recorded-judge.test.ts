import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LLMAdapter, type LLMCall, unknownUsage } from '@assay/core'
import { record } from '@assay/provider-recorded'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Judge } from '@assay/options'
import { createCatalog } from './catalog.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-catalog-'))
const { judgeFrom, metricFrom } = createCatalog({ folder })
const call: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'hi' }] }] }

beforeAll(async () => {
  await record(modelOf('gpt-5-mini'), join(folder, 'one.jsonl')).doGenerate(call)
  for (const model of ['gpt-5-mini', 'ft:gpt-4o:acme']) await record(modelOf(model), join(folder, 'two#b.jsonl')).doGenerate(call)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the judge recorded:FILE', () => {
  it("answers from a file, found from the catalog's folder, under the name of the model that was recorded", async () => {
    const judge = await judgeFrom('recorded:one.jsonl')
    expect(judge).toMatchObject({ provider: 'openai', modelId: 'gpt-5-mini' })
    expect(await textOf(judge)).toBe('gpt-5-mini says hi')
    expect((await metricFrom('context-recall', { judge })).signature).toContain('judge:openai%3Agpt-5-mini')
    expect(await textOf(await judgeFrom(`recorded:${join(folder, 'one.jsonl')}`))).toBe('gpt-5-mini says hi')
  })

  it('names provider and model behind # where the file holds several; # may stand in its path', async () => {
    expect(await textOf(await judgeFrom('recorded:two#b.jsonl#openai:ft:gpt-4o:acme'))).toBe('ft:gpt-4o:acme says hi')
    await expect(judgeFrom('recorded:two#b.jsonl')).rejects.toMatchObject({
      kind: 'config',
      message: expect.stringContaining('recorded:FILE#openai:gpt-5-mini'),
    })
    await expect(judgeFrom('recorded:one.jsonl#openai:gpt-9')).rejects.toThrow(/no reply of openai:gpt-9/)
  })

  it('needs a file that is there', async () => {
    for (const id of ['recorded', 'recorded:']) await expect(judgeFrom(id)).rejects.toThrow(/needs a file, as in recorded:judge\.jsonl/)
    await expect(judgeFrom('recorded:none.jsonl')).rejects.toThrow(`The recording ${join(folder, 'none.jsonl')} cannot be read`)
    await expect(judgeFrom('record:one.jsonl')).rejects.toThrow(/Did you mean recorded:<file>\?/)
  })

  it('can be the judge of one metric in a configuration', async () => {
    const metric = await metricFrom({ type: 'context-recall', judge: 'recorded:one.jsonl' })
    expect(metric.signature).toContain('judge:openai%3Agpt-5-mini')
  })
})

function modelOf(modelId: string): LLMAdapter {
  return {
    specificationVersion: 'v1',
    provider: 'openai',
    modelId,
    capabilities: { structuredOutput: 'native', temperature: false, seed: false },
    fingerprint: Object.freeze({ adapter: 'openai', model: modelId }),
    doGenerate: async () => ({ text: `${modelId} says hi`, finishReason: 'stop', usage: unknownUsage() }),
  }
}

async function textOf(judge: Judge): Promise<string> {
  if (!('doGenerate' in judge)) throw new Error('not a model')
  return (await judge.doGenerate(call)).text
}
