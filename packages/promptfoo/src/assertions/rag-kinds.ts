import { eitherUnit } from '../checks/either-unit.ts'
import { shareThreshold } from './share-threshold.ts'
import type { AssertionKind } from './kind.ts'

const DEFAULT_THRESHOLD = 0.5
const DEFAULT_RELEVANCE_OF_ANSWERS = 0.7

/** Whether what the answer states is supported by the contexts. */
const contextFaithfulness: AssertionKind = {
  types: ['context-faithfulness'],
  readsOutput: true,
  readsContext: true,
  async build(assertion, tools) {
    tools.rubricPromptUnread('faithfulness has prompts of its own')
    const threshold = shareThreshold(assertion, tools, DEFAULT_THRESHOLD)
    return { metric: await tools.judged({ type: 'faithfulness' }), threshold }
  },
}

/** How much of the contexts helps to answer the question, by texts of a list or sentences of one text. */
const contextRelevance: AssertionKind = {
  types: ['context-relevance'],
  readsOutput: false,
  readsContext: true,
  question: { isNeeded: true },
  async build(assertion, tools) {
    tools.rubricPromptUnread('context-relevance has a prompt of its own')
    const threshold = shareThreshold(assertion, tools, DEFAULT_THRESHOLD)
    const by = (unit: string) => tools.judged({ type: 'context-relevance', unit })
    const { contextForm } = tools
    const metric =
      contextForm === 'open'
        ? eitherUnit(await by('sentence'), await by('context'))
        : await by(contextForm === 'list' ? 'context' : 'sentence')
    return { metric, threshold }
  },
}

/** Whether the answer addresses the question: it is compared by embeddings with questions that a model makes from the answer. */
const answerRelevance: AssertionKind = {
  types: ['answer-relevance'],
  readsOutput: true,
  readsContext: false,
  question: { isNeeded: true, orPrompt: true },
  async build(assertion, tools) {
    tools.rubricPromptUnread('answer-relevancy has a prompt of its own')
    const threshold = shareThreshold(assertion, tools, DEFAULT_RELEVANCE_OF_ANSWERS)
    return { metric: await tools.judged({ type: 'answer-relevancy', embedding: tools.embedding() }), threshold }
  },
}

export const ragKinds: readonly AssertionKind[] = [contextFaithfulness, contextRelevance, answerRelevance]
