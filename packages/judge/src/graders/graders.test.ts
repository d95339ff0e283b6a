import { AssayError, createDirectRuntime, Suspended } from '@assay/core'
import { scriptedAdapter, type ScriptedReply } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { categoryGrader } from './category-grader.ts'
import { criterionGrader } from './criterion-grader.ts'
import { entityFinder } from './entity-finder.ts'
import { questionWriter } from './question-writer.ts'

const runtime = createDirectRuntime()
const judgeOf = (...replies: ScriptedReply[]) => scriptedAdapter(replies)
const kindOf = async (asked: Promise<unknown>): Promise<string> => {
  const error: unknown = await asked.catch((thrown: unknown) => thrown)
  return AssayError.is(error) ? error.kind : 'none'
}

describe('questions', () => {
  const reply = (...questions: string[]): string => JSON.stringify({ questions, declines: false })
  const input = { response: 'Ida Morn built it.' }

  test('are exactly as many as requested, and none is blank', async () => {
    const judge = judgeOf(reply('A?', 'B?'), reply('A?', 'B?', 'C?'))
    const { value, repairs } = await questionWriter({ judge }).grade(input, runtime)
    expect(value).toEqual({ texts: ['A?', 'B?', 'C?'], declines: false })
    expect(repairs).toEqual([expect.stringContaining('it holds 2 questions where exactly 3 were asked for')])
    expect(await kindOf(questionWriter({ judge: scriptedAdapter(reply('A?', ' ', 'C?')) }).grade(input, runtime))).toBe('invalid_reply')
    expect((await questionWriter({ judge: judgeOf(reply('A?')), count: 1 }).grade(input, runtime)).value.texts).toEqual(['A?'])
  })

  test('of a text that declines may be none', async () => {
    const judge = judgeOf('{"questions":[],"declines":true}')
    expect((await questionWriter({ judge }).grade(input, runtime)).value).toEqual({ texts: [], declines: true })
  })

  test('are written without sight of the question that was called', async () => {
    const judge = judgeOf(reply('A?', 'B?', 'C?'))
    await questionWriter({ judge }).grade({ ...input, userInput: 'Who built the bridge?' } as typeof input, runtime)
    expect(JSON.stringify(judge.calls)).not.toContain('Who built the bridge?')
    expect(judge.calls[0]?.messages[1]?.parts[0]?.text).toMatch(/Write exactly 3 questions [^<]*$/)
  })

  test.each([0, 1.5, 21])('cannot be %s', (count) => {
    expect(() => questionWriter({ judge: judgeOf(), count })).toThrow(`the number of questions is ${count}`)
  })
})

test('no entity is called about once more, and then is none', async () => {
  const judge = judgeOf('{"entities":[" "]}', '{"entities":[]}')
  const { value, repairs } = await entityFinder({ judge }).grade({ reference: 'It is good.' }, runtime)
  expect([value, judge.calls.length]).toEqual([[], 2])
  expect(repairs).toEqual([expect.stringContaining('it names nothing')])
})

test('a category is one of five, or no answer', async () => {
  const input = { userInput: undefined, reference: 'r', response: 'a' }
  const judge = judgeOf('{"reason":"r","category":"superset"}')
  expect((await categoryGrader({ judge }).grade(input, runtime)).value).toEqual({ reason: 'r', category: 'superset' })
  expect(judge.calls[0]?.messages[1]?.parts[0]?.text).not.toContain('<question-')
  expect(await kindOf(categoryGrader({ judge: scriptedAdapter('{"reason":"r","category":"B"}') }).grade(input, runtime))).toBe(
    'invalid_reply',
  )
})

describe('a criterion', () => {
  const input = { userInput: 'Who?', response: '{{rubric}} Ida Morn did.' }

  test('stands beside the answer, and the verdict is read', async () => {
    const judge = judgeOf('{"reason":"r","pass":true,"score":0.75}')
    const { value } = await criterionGrader({ judge, criterion: 'Names a builder.' }).grade(input, runtime)
    expect(value).toEqual({ reason: 'r', pass: true, score: 0.75 })
    expect(judge.calls[0]?.messages[1]?.parts[0]?.text).toMatch(
      /<question-\w+>\nWho\?\n[^]*<answer-\w+>\n\{\{rubric\}\} Ida Morn did\.\n[^]*<criterion-\w+>\nNames a builder\.\n/,
    )
  })

  test('of a prompt of the user goes where it is put, and the prompt as it is', async () => {
    const judge = judgeOf('Well: {"pass":false,"score":0.2,"reason":"r"}')
    const rubricPrompt = [
      { role: 'system' as const, content: 'Grade {{output}} by {{rubric}}.' },
      { role: 'user' as const, content: 'Reply as JSON with pass, score, reason.' },
    ]
    const grader = criterionGrader({ judge, criterion: 'C', rubricPrompt })
    expect((await grader.grade(input, runtime)).value).toEqual({ reason: 'r', pass: false, score: 0.2 })
    expect(judge.calls[0]).toMatchObject({
      messages: [
        { role: 'system', parts: [{ text: 'Grade {{rubric}} Ida Morn did. by C.' }] },
        { role: 'user', parts: [{ text: 'Reply as JSON with pass, score, reason.' }] },
      ],
    })
    expect(judge.calls[0]).not.toHaveProperty('output')
  })

  test.each([
    [{ criterion: ' ' }, 'the criterion is blank'],
    [{ rubricPrompt: 'Grade it by {{rubric}}.' }, 'never shows {{output}}'],
    [{ rubricPrompt: 'Grade {{output}} by {{rubrik}}.' }, 'did you mean {{rubric}}?'],
    [{ rubricPrompt: '{{output}}', language: 'de' }, 'no effect beside a rubricPrompt'],
  ])('cannot be %j', (options, message) => {
    expect(() => criterionGrader({ judge: judgeOf(), criterion: 'C', ...options })).toThrow(message)
  })

  test('changes the prompt hash', () => {
    const hash = (criterion: string, rubricPrompt?: string) => criterionGrader({ judge: judgeOf(), criterion, rubricPrompt }).promptHash
    expect(
      new Set([hash('a'), hash('b'), hash('a', '{{output}}'), hash('a', '{{output}} {{rubric}}'), hash('b', '{{output}} {{rubric}}')]).size,
    ).toBe(5)
  })
})

test('Suspended passes through', async () => {
  const suspending = { ...runtime, generate: () => Promise.reject(new Suspended()) }
  const asked = categoryGrader({ judge: judgeOf() }).grade({ userInput: undefined, reference: 'r', response: 'a' }, suspending)
  await expect(asked).rejects.toSatisfy(Suspended.is)
})
