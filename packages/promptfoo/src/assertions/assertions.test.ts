import { expect, it } from 'vitest'
import { configFiles, oneTest } from '../__fixtures__/config-files.ts'
import { kittenOrJudging, targetConfig } from '../__fixtures__/kitten-target.ts'
import { models, run } from '../__fixtures__/promptfoo-run.ts'

it('without a threshold 0.5 holds, said once for all', async () => {
  const { results, notes } = await run(
    configFiles(
      oneTest('- { type: context-recall, value: "The gate closes at ten." }\n- { type: context-recall, value: "Fires are allowed." }'),
    ),
  )
  expect(Object.values(results[0]?.scores ?? {}).map(({ passed }) => passed)).toEqual([true, false])
  expect(notes).toContain(
    'promptfooconfig.yaml:5: context-recall without a threshold: 0.5 holds (older versions of promptfoo let it pass at any score) (and 1 more)',
  )
})

it('not- passes where the score stays below the threshold', async () => {
  const { results } = await run(
    configFiles(
      oneTest(
        '- { type: not-context-recall, threshold: 0.5, value: "Fires are allowed." }\n- { type: not-context-recall, threshold: 0.5, value: "The gate closes at ten." }',
      ),
    ),
  )
  expect(Object.values(results[0]?.scores ?? {}).map(({ passed }) => passed)).toEqual([true, false])
})

it('similar uses the embeddings that are named, else those of promptfoo', async () => {
  const similar = (extra: string) => targetConfig(`- { type: similar, value: kitten${extra} }`)
  for (const [extra, id] of [
    ['', 'embedding:openai:text-embedding-3-large'],
    [', provider: "openai:embedding:small"', 'embedding:openai:small'],
    [', provider: { text: "openai:m", embedding: "ollama:embeddings:nomic" }', 'embedding:ollama:nomic'],
  ] as const) {
    const { embeddings, similarityFrom } = models()
    await run(configFiles(similar(extra)), { answer: kittenOrJudging, similarityFrom })
    expect(embeddings).toEqual([id])
  }
})
