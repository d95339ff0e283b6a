import { expect, it } from 'vitest'
import { readDevSources } from './dev-sources.ts'
import { prepareSources } from './learn-screen.ts'
import { supportingSentences, usefulPassages } from './single-contexts.ts'

it('the screen says yes to sentences that support a statement, and not to others of the page', () => {
  expect(supportingSentences(prepareSources(readDevSources()), 0.49)).toMatchObject([{ of: 115 }, { of: 115, yes: 0 }])
})

it('the screen calls gold passages useful more often than others', async () => {
  const [gold, others] = await usefulPassages(new URL('../../../../examples/clapnq-rag.jsonl', import.meta.url))
  expect([gold, others]).toMatchObject([
    { of: 132, yes: 103 },
    { of: 313, yes: 4 },
  ])
})
