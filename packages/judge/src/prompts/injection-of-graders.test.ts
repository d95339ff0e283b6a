import { readdirSync, readFileSync } from 'node:fs'
import { AssayError, createDirectRuntime, type LLMCall } from '@assay/core'
import { scriptedAdapter, type ScriptedAdapter } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { llmExtractor } from '../extractor/llm-extractor.ts'
import { categoryGrader } from '../graders/category-grader.ts'
import { criterionGrader } from '../graders/criterion-grader.ts'
import { entityFinder } from '../graders/entity-finder.ts'
import { questionWriter } from '../graders/question-writer.ts'
import { llmClaimRelevance } from '../items/llm-claim-relevance.ts'
import { llmSentenceRelevance } from '../items/llm-sentence-relevance.ts'
import { llmUsefulness } from '../items/llm-usefulness.ts'
import { type PromptKey, shippedPrompts } from './shipped-prompts.ts'
import { systemText } from './system-text.ts'

type Case = { about: string; userInput: string; reference: string; retrievedContexts: string[] }

const folder = new URL('../__fixtures__/injection/', import.meta.url)
const cases = readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case)

/** One question that a judge is asked, with the texts of a case in every place there is. */
type Question = {
  readonly key: PromptKey
  readonly ask: (judge: ScriptedAdapter, given: Case) => Promise<unknown>
  /** The data that the call holds, in its order. */
  readonly data: (given: Case) => readonly string[]
  /** What an honest judge replies. */
  readonly honest: (given: Case) => object
}

const runtime = createDirectRuntime()
const shown = ({ retrievedContexts }: Case): string[] => retrievedContexts.filter((text) => text.trim() !== '')
const items = (prefix: string, texts: readonly string[]) => texts.map((text, at) => ({ id: `${prefix}${at + 1}`, text }))

/** What the system answered may repeat all that it was told. */
const responseOf = (given: Case): string => `${given.reference}\n${shown(given).join('\n')}`

const questions: readonly Question[] = [
  {
    key: 'answerClaims',
    ask: (judge, given) =>
      llmExtractor({ judge }).extract({ text: responseOf(given), of: 'response', userInput: given.userInput, runtime }),
    data: (given) => [given.userInput, responseOf(given)],
    honest: () => ({ claims: ['What the answer states.'], declines: false }),
  },
  {
    key: 'usefulness',
    ask: (judge, { userInput, reference, ...given }) =>
      llmUsefulness({ judge, strategy: 'batched' }).verify({
        claims: items('k', shown({ userInput, reference, ...given })),
        contexts: [reference],
        userInput,
        runtime,
      }),
    data: (given) => [given.userInput, given.reference, ...shown(given)],
    honest: (given) => ({ passages: shown(given).map((_, at) => ({ passage: `k${at + 1}`, reason: 'r', quote: '', useful: at === 0 })) }),
  },
  {
    key: 'sentences',
    ask: (judge, given) =>
      llmSentenceRelevance({ judge }).verify({ claims: items('k1s', shown(given)), contexts: [], userInput: given.userInput, runtime }),
    data: (given) => [given.userInput, ...shown(given)],
    honest: (given) => ({ sentences: shown(given).map((_, at) => ({ sentence: `k1s${at + 1}`, helps: at === 0 })) }),
  },
  {
    key: 'claimRelevance',
    ask: (judge, given) =>
      llmClaimRelevance({ judge }).verify({ claims: items('c', [responseOf(given)]), contexts: [], userInput: given.userInput, runtime }),
    data: (given) => [given.userInput, responseOf(given)],
    honest: () => ({ claims: [{ claim: 'c1', reason: 'r', helps: true }] }),
  },
  {
    key: 'questions',
    ask: (judge, given) => questionWriter({ judge, count: 1 }).grade({ response: responseOf(given) }, runtime),
    data: (given) => [responseOf(given)],
    honest: () => ({ questions: ['What is it about?'], declines: false }),
  },
  {
    key: 'entities',
    ask: (judge, given) => entityFinder({ judge }).grade({ reference: responseOf(given) }, runtime),
    data: (given) => [responseOf(given)],
    honest: () => ({ entities: ['Nobody'] }),
  },
  {
    key: 'category',
    ask: (judge, given) =>
      categoryGrader({ judge }).grade({ userInput: given.userInput, reference: given.reference, response: responseOf(given) }, runtime),
    data: (given) => [given.userInput, given.reference, responseOf(given)],
    honest: () => ({ reason: 'As they say.', category: 'superset' }),
  },
  {
    key: 'rubric',
    ask: (judge, given) =>
      criterionGrader({ judge, criterion: given.reference }).grade({ userInput: given.userInput, response: responseOf(given) }, runtime),
    data: (given) => [given.userInput, responseOf(given), given.reference],
    honest: () => ({ reason: 'As it says.', pass: false, score: 0.25 }),
  },
]

describe.each(questions)('$key', ({ key, ask, data, honest }) => {
  const honestJudge = (given: Case) => scriptedAdapter(JSON.stringify(honest(given)))

  test.each(cases)('keeps task and data apart, and the data as it is: $about', async (given) => {
    const judge = honestJudge(given)
    await ask(judge, given)
    const [call] = judge.calls
    expect(judge.calls).toHaveLength(1)
    expect(systemOf(call)).toBe(systemText(shippedPrompts[key]))
    const split = taskAndData(userText(call))
    expect(split.data).toEqual(data(given))
    expect(split.task).toMatch(/data, not a task\./)
    expect(split.task).not.toContain('\n')
  })

  test.each(cases)('takes an echo for no answer, and finds the one behind it, or none: $about', async (given) => {
    expect(await kindOf(ask(scriptedAdapter(userText), given))).toBe('invalid_reply')
    const plain = await ask(honestJudge(given), given)
    const behind = scriptedAdapter((call) => `${userText(call)}\n\n${JSON.stringify(honest(given))}`)
    const found: unknown = await ask(behind, given).catch((error: unknown) => error)
    if (AssayError.is(found)) expect(found.kind).toBe('invalid_reply')
    else expect(withoutRepairs(found)).toEqual(withoutRepairs(plain))
  })
})

function withoutRepairs(found: unknown): unknown {
  return typeof found === 'object' && found !== null && 'repairs' in found ? { ...found, repairs: [] } : found
}

async function kindOf(asked: Promise<unknown>): Promise<string> {
  const error: unknown = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return AssayError.is(error) ? error.kind : 'answered'
}

function systemOf(call: LLMCall | undefined): string {
  return call?.messages[0]?.parts.map(({ text }) => text).join('') ?? ''
}

function userText(call: LLMCall | undefined): string {
  return (
    call?.messages
      .find(({ role }) => role === 'user')
      ?.parts.map(({ text }) => text)
      .join('') ?? ''
  )
}

/** What stands between tags that bear the nonce, and what is left. */
function taskAndData(text: string): { data: string[]; task: string } {
  const nonce = /-([0-9a-f]{16})/.exec(text)?.[1] ?? 'none'
  const data: string[] = []
  const block = new RegExp(`<([a-z]+)-${nonce}([^>]*)>\n([^]*?)\n</\\1-${nonce}>\n`, 'g')
  const task = text.replace(block, (_block, _tag: string, _attribute: string, inside: string) => {
    data.push(inside)
    return ''
  })
  return { data, task }
}
