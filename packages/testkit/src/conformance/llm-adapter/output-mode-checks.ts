import assert from 'node:assert/strict'
import { AssayError, type JsonSchema, type LLMCall, type OutputMode } from '@assay/core'
import type { ConformanceCheck } from '../conformance-check.ts'
import { settled } from '../settled.ts'
import { type ServedBench, smallCall } from './llm-adapter-subject.ts'
import { answerOf, onStage, plainAnswer } from './on-stage.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: { claims: { type: 'array', items: { type: 'string' } } },
  required: ['claims'],
  additionalProperties: false,
}
const answer = { claims: ['Oslo is in Norway.', 'a "quoted" one'] }

/** Checks of how the schema of a call is sent. */
export function outputModeChecks(bench: ServedBench): ConformanceCheck[] {
  const modes: readonly (OutputMode | undefined)[] = ['native', 'tool', 'prompt', undefined]
  return modes.map((mode) => ({
    name: `output in ${mode === undefined ? 'the mode of its capabilities' : `mode ${mode}`} is asked for as such${isOptional(mode) ? ', or refused by name' : ''}`,
    run: () => assertMode(bench, mode),
  }))
}

function isOptional(mode: OutputMode | undefined): boolean {
  return mode === 'native' || mode === 'tool'
}

async function assertMode(bench: ServedBench, mode: OutputMode | undefined): Promise<void> {
  const text = JSON.stringify(answer)
  const byTool = answerOf(bench.server, { text, byTool: true })
  const wire = (usesTool: boolean) => (usesTool && byTool !== undefined ? byTool : plainAnswer(bench.server, text))
  await onStage(
    bench,
    (request) => wire(bench.server.read(request).output?.mode === 'tool'),
    async ({ adapter, asked, seen }) => {
      const call: LLMCall = { ...smallCall, output: { name: 'claims', schema, ...(mode === undefined ? {} : { mode }) } }
      const outcome = await settled(adapter.doGenerate(call), 'a call with an output schema')
      const own = adapter.capabilities.structuredOutput
      if ('error' in outcome) {
        const { error } = outcome
        assert.ok(
          AssayError.is(error) && error.kind === 'unsupported_parameter',
          `an output mode must be taken or refused: ${String(error)}`,
        )
        assert.equal(error.parameter, 'output')
        assert.equal(asked.length, 0, 'what is refused must not be asked')
        assert.ok(isOptional(mode) && mode !== own, `${mode ?? own} must be taken: capabilities say so, and prompt always is`)
        return
      }
      const used = mode ?? own
      const { output } = seen()
      if (used === 'prompt') assert.equal(output, undefined, 'in mode prompt the messages alone ask for a schema')
      else {
        assert.equal(output?.mode, used)
        assert.deepEqual(output.schema, schema)
        if (output.name !== undefined) assert.equal(output.name, 'claims')
      }
      assert.deepEqual(JSON.parse(outcome.value.text), answer)
      assert.equal(outcome.value.finishReason, 'stop')
    },
  )
}
