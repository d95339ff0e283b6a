import { scriptedAdapter } from '@assay/testkit'
import { expect, test } from 'vitest'
import { cascade, lexicalScreen, llmExtractor, llmVerifier, panel, rubricAssessor, singlePassAssessor, votes } from './index.ts'

const rubricPrompt = '{{context}} {{groundTruth}} [FOUND] or [NOT FOUND]'
/** As JavaScript lets anybody call them. */
const makers: Record<string, (judge: never) => unknown> = {
  llmVerifier: (judge) => llmVerifier({ judge }),
  llmExtractor: (judge) => llmExtractor({ judge }),
  singlePassAssessor: (judge) => singlePassAssessor({ judge }),
  rubricAssessor: (judge) => rubricAssessor({ judge, rubricPrompt }),
  votes: (judge) => votes(judge, 3),
  panel: (judge) => panel([judge, judge, judge]),
  cascade: (judge) => cascade(lexicalScreen(), judge),
}

test.each(Object.entries(makers))('%s refuses the id of a judge, and names what finds judges by id', (name, make) => {
  const message = `${name}: judge is the text "openai:x", and a model or a verifier is needed. Pass await judgeFrom("openai:x"); judgeFrom comes with "assay".`
  expect(() => make('openai:x' as never)).toThrow(expect.objectContaining({ kind: 'config', message }))
})

test.each(['llmVerifier', 'llmExtractor', 'singlePassAssessor', 'rubricAssessor'])('%s names what an adapter lacks', (name) => {
  const { capabilities: _, ...rest } = scriptedAdapter([])
  expect(() => makers[name]?.(rest as never)).toThrow(`${name}: judge is no complete LLMAdapter: it has no capabilities (object).`)
  expect(() => makers[name]?.(null as never)).toThrow(`${name}: judge must be a model (an LLMAdapter).`)
})
