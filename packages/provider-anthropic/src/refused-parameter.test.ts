import type { LLMCall } from '@assay/core'
import { describe, expect, test } from 'vitest'
import { failureOn } from './__fixtures__/failure-on.ts'

describe('a refused parameter', () => {
  const output = { name: 'verdicts', schema: {} }
  const call: Partial<LLMCall> = { temperature: 0, maxOutputTokens: 5, output: { ...output, mode: 'native' } }

  test.each([
    ['`temperature` is deprecated for this model.', 'temperature'],
    ['temperature is not supported for this model when set to non-default values', 'temperature'],
    ['`temperature` may only be set to 1 when thinking is enabled.', 'temperature'],
    ['max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens', 'maxOutputTokens'],
    ['output_config.format: Extra inputs are not permitted', 'output'],
    ['output_config: Extra inputs are not permitted', 'output'],
    ['This model does not support structured outputs.', 'output'],
    ["output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false", 'output'],
    ['The compiled grammar is too large', 'output'],
  ])('"%s" is unsupported_parameter, and named as the call names it: %s', async (message, parameter) => {
    const error = await failureOn({ reply: { error: { message } }, call })
    expect(error).toMatchObject({ kind: 'unsupported_parameter', parameter, isRetryable: false })
    expect(error.message).toContain(`It refuses ${parameter}.`)
  })

  test.each([
    'tool_choice: type "tool" and "any" are not supported for this model.',
    'Thinking may not be enabled when tool_choice forces tool use.',
    'tools.0.custom.input_schema: JSON schema is invalid',
    'This model does not support tools',
  ])('"%s" is about the output where a tool was forced', async (message) => {
    const forced = { output: { ...output, mode: 'tool' } } as const
    expect(await failureOn({ reply: { error: { message } }, call: forced })).toMatchObject({
      kind: 'unsupported_parameter',
      parameter: 'output',
    })
  })

  test.each([
    '`temperature` is deprecated for this model.',
    'output_config.format: Extra inputs are not permitted',
    'tool_choice is not supported',
    'The word schema is unknown to the model',
  ])('"%s" is a bad request where nothing of it was sent', async (message) => {
    expect(await failureOn({ reply: { error: { message } } })).toMatchObject({ kind: 'bad_request' })
  })

  test('a value out of range is a bad request, since the parameter itself is not refused', async () => {
    const message = 'temperature: Input should be less than or equal to 1'
    expect(await failureOn({ reply: { error: { message } }, call: { temperature: 1.5 } })).toMatchObject({ kind: 'bad_request' })
  })

  test('that the user set has the next step to remove it from the options, under its own name', async () => {
    const thinking = await failureOn({
      reply: { error: { message: '"thinking.type.enabled" is not supported for this model.' } },
      options: { thinking: { type: 'enabled', budget_tokens: 1024 } },
    })
    expect(thinking).toMatchObject({ kind: 'unsupported_parameter', parameter: 'thinking' })
    expect(thinking.message).toContain('Take thinking out of the options of the model.')
    const effort = await failureOn({
      reply: { error: { message: 'output_config.effort: This model does not support the effort parameter.' } },
      options: { extraBody: { output_config: { effort: 'max' } } },
      call,
    })
    expect(effort).toMatchObject({ kind: 'unsupported_parameter', parameter: 'output_config.effort' })
    expect(effort.message).toContain('Take output_config.effort out of `extraBody`.')
  })
})
