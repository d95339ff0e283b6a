import type { RubricPrompt } from '@assay/judge'
import { valueOfRow } from '../checks/value-of-row.ts'
import type { Assertion, Placed } from '../tests/test-case.ts'
import type { AssertionKind, BuiltKind, KindTools } from './kind.ts'
import { shareThreshold } from './share-threshold.ts'

/** The relations of an answer to a reference: promptfoo's name, ours, and the default weight. */
const CATEGORIES = [
  ['subset', 'subset', 1],
  ['superset', 'superset', 1],
  ['agree', 'same', 1],
  ['disagree', 'disagrees', 0],
  ['differButFactual', 'differs', 1],
] as const

/** Whether the answer agrees with the reference in its value. */
const factuality: AssertionKind = {
  types: ['factuality', 'model-graded-factuality'],
  readsOutput: true,
  readsContext: false,
  question: { orPrompt: true },
  async build(assertion, tools) {
    const { fields, source } = assertion
    if (typeof fields.value !== 'string') throw source.fault(`${fields.type} needs a value: the text with the facts.`, ['value'])
    const reference = tools.text(fields.value)
    tools.rubricPromptUnread('factuality has a prompt of its own')
    const weights = Object.fromEntries(CATEGORIES.map(([theirs, ours, standard]) => [ours, tools.factuality?.[theirs] ?? standard]))
    const metric = await tools.judged({ type: 'factuality', weights })
    // In promptfoo any weight above 0 passes: the least of these weights is the same threshold.
    const least = Math.min(...Object.values(weights).filter((weight) => weight > 0), 1)
    return { metric, reference, threshold: given(assertion) ? shareThreshold(assertion, tools, least) : least }
  },
}

/** Whether the answer meets a criterion, as the judge says. */
const modelGradedClosedQa: AssertionKind = {
  types: ['model-graded-closedqa'],
  readsOutput: true,
  readsContext: false,
  question: { orPrompt: true },
  async build(assertion, tools) {
    const { fields, source } = assertion
    if (typeof fields.value !== 'string') throw source.fault('model-graded-closedqa needs a value: the criterion.', ['value'])
    tools.rubricPromptUnread('llm-rubric has a prompt of its own')
    return byRubric(tools.text(fields.value), assertion, tools)
  },
}

/** The same, also with an object as rubric, and with a custom prompt. */
const llmRubric: AssertionKind = {
  types: ['llm-rubric'],
  readsOutput: true,
  readsContext: false,
  async build(assertion, tools) {
    const { fields, source } = assertion
    const value = tools.value(fields.value) ?? ''
    const prompt = tools.rubricPrompt()
    const rubric = typeof value === 'string' ? value : JSON.stringify(value)
    if (rubric.trim() !== '') return byRubric(rubric, assertion, tools, prompt)
    // Without a value, a prompt that holds the whole criterion is the rubric.
    const text = prompt === undefined ? '' : textOf(prompt.value)
    if (text.trim() === '' || /\{\{\s*rubric\s*\}\}/.test(text))
      throw source.fault('llm-rubric needs a value: what the answer is to be.', ['value'])
    return byRubric(text, assertion, tools, prompt)
  },
}

export const gradedKinds: readonly AssertionKind[] = [factuality, modelGradedClosedQa, llmRubric]

/** The judge must pass the answer, and the score must reach the threshold, if there is one. */
async function byRubric(rubric: string, assertion: Assertion, tools: KindTools, prompt?: Placed<RubricPrompt>): Promise<BuiltKind> {
  const rubricPrompt = typeof prompt?.value === 'object' ? prompt.value.map(({ role, content }) => ({ role, content })) : prompt?.value
  const metric = valueOfRow(await tools.judged({ type: 'llm-rubric', rubric, ...(rubricPrompt === undefined ? {} : { rubricPrompt }) }))
  return { metric, byVerdict: true, asks: rubric, ...(given(assertion) ? { threshold: shareThreshold(assertion, tools, 0) } : {}) }
}

function textOf(prompt: RubricPrompt): string {
  return typeof prompt === 'string' ? prompt : prompt.map(({ content }) => content).join('\n')
}

function given({ fields }: Assertion): boolean {
  return fields.threshold !== undefined && fields.threshold !== null
}
