import assert from 'node:assert/strict'
import { AssayError, type LLMCall } from '@assay/core'
import type { ConformanceCheck } from '../conformance-check.ts'
import { deepFrozen } from '../json-value.ts'
import { settled } from '../settled.ts'
import { type ServedBench, smallCall } from './llm-adapter-subject.ts'
import { onStage, plainAnswer, type Stage } from './on-stage.ts'

/** Parts to join without a separator, some of them blank. The adapter must not interpret the texts. */
const conversation: LLMCall['messages'] = [
  { role: 'system', parts: [{ text: 'You judge.\n' }, { text: ' Fairly.' }] },
  {
    role: 'user',
    parts: [{ text: 'Contexts:' }, { text: '\n' }, { text: '{{x}} {% if %} $& <b>"q"</b> \\n 日本 🦊 e\u0301', cache: true }],
  },
  { role: 'assistant', parts: [{ text: '{"claims":' }, { text: '[]}' }] },
  { role: 'user', parts: [{ text: '\n Once more: why? \n' }] },
]

type Parameter = 'maxOutputTokens' | 'temperature' | 'seed'

const PARAMETERS: readonly (readonly [Parameter, number])[] = [
  ['maxOutputTokens', 321],
  ['temperature', 0.5],
  ['temperature', 0],
  ['seed', 7],
  ['seed', 0],
]

/** Checks of how the fields of a call reach the server. */
export function requestChecks(bench: ServedBench): ConformanceCheck[] {
  const stage = (act: (stage: Stage) => Promise<void>): Promise<void> => onStage(bench, plainAnswer(bench.server), act)
  return [
    {
      name: 'sends model, roles and texts as they are, with the parts of a message joined, in one request',
      run: () =>
        stage(async ({ adapter, seen }) => {
          await adapter.doGenerate(deepFrozen(structuredClone({ messages: conversation })))
          const { model, messages } = seen()
          assert.equal(model, bench.modelId)
          assert.deepEqual(
            messages,
            conversation.map(({ role, parts }) => ({ role, text: parts.map(({ text }) => text).join('') })),
          )
        }),
    },
    ...PARAMETERS.map(([name, value]): ConformanceCheck => ({
      name: `sends ${name} ${value}, or refuses it by name where it cannot`,
      run: () => stage((at) => assertSentOrRefused(at, name, value)),
    })),
    {
      name: 'sends no temperature, seed or output that the call does not have',
      run: () =>
        stage(async ({ adapter, seen }) => {
          await adapter.doGenerate(smallCall)
          const { temperature, seed, output } = seen()
          assert.deepEqual({ temperature, seed, output }, { temperature: undefined, seed: undefined, output: undefined })
        }),
    },
    {
      name: 'droppable and cache marks change no text and stand under their own names in no request',
      run: () =>
        stage(async ({ adapter, asked }) => {
          const unmarked = conversation.map(({ role, parts }) => ({ role, parts: parts.map(({ text }) => ({ text })) }))
          await adapter.doGenerate({ messages: unmarked, maxOutputTokens: 50 })
          await adapter.doGenerate({ messages: conversation, maxOutputTokens: 50, droppable: ['temperature', 'seed'] })
          const [plain, marked] = asked
          if (plain === undefined || marked === undefined) assert.fail('two calls must be two requests')
          assert.deepEqual(bench.server.read(marked), bench.server.read(plain))
          for (const key of ['droppable', 'cache']) assert.ok(!hasKey(marked.body, key), `"${key}" must not be sent`)
          if (adapter.capabilities.promptCache !== true)
            assert.deepEqual(marked.body, plain.body, 'without promptCache, marks mean nothing')
        }),
    },
    {
      name: 'calls at the same time get each its own reply',
      run: () =>
        onStage(
          bench,
          (request) =>
            plainAnswer(
              bench.server,
              bench.server
                .read(request)
                .messages.map(({ text }) => text)
                .join(),
            ),
          async ({ adapter }) => {
            const texts = Array.from({ length: 8 }, (_, index) => `number ${index}`)
            const replies = await Promise.all(texts.map((text) => adapter.doGenerate({ messages: [{ role: 'user', parts: [{ text }] }] })))
            assert.deepEqual(
              replies.map(({ text }) => text),
              texts,
            )
          },
        ),
    },
  ]
}

/** A parameter of a call is never omitted silently, since the user may have set it. */
async function assertSentOrRefused({ adapter, asked, seen }: Stage, name: Parameter, value: number): Promise<void> {
  const outcome = await settled(adapter.doGenerate({ ...smallCall, [name]: value }), `a call with ${name}`)
  if ('value' in outcome) {
    assert.equal(seen()[name], value, `${name} must be sent as it stands in the call`)
    return
  }
  const { error } = outcome
  assert.ok(
    AssayError.is(error) && error.kind === 'unsupported_parameter',
    `${name} must be sent or refused, and failed with ${String(error)}`,
  )
  assert.equal(error.parameter, name)
  assert.equal(asked.length, 0, 'what is refused must not be asked')
  assert.ok(name !== 'maxOutputTokens' && !adapter.capabilities[name], `capabilities say that ${name} is taken, and it was refused`)
}

function hasKey(value: unknown, key: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, held]) => (!Array.isArray(value) && name === key) || hasKey(held, key))
}
