// The CPU time that a call adds to the OpenAI SDK alone. The server is another process.
// node --conditions=@assay/source scripts/perf/provider-calls.ts
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createDirectRuntime, type LLMCall } from '@assay/core'
import { createOpenAI } from '@assay/provider-openai'
import OpenAI from 'openai'

const CALLS = 300
const ROUNDS = 7

const call: LLMCall = {
  messages: [
    { role: 'system', parts: [{ text: 'Split the reference into claims. '.repeat(40) }] },
    { role: 'user', parts: [{ text: 'Oslo is the capital of Norway. '.repeat(60) }] },
  ],
  output: {
    name: 'claims',
    schema: {
      type: 'object',
      properties: { claims: { type: 'array', items: { type: 'string' } } },
      required: ['claims'],
      additionalProperties: false,
    },
  },
  maxOutputTokens: 500,
}

/** Prints the CPU milliseconds that a call adds: the median over rounds that alternate SDK and adapter. */
export async function printProviderCalls(): Promise<void> {
  const child = spawn(process.execPath, ['--conditions=@assay/source', fileURLToPath(new URL('fake-openai-process.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [printed] = (await once(child.stdout, 'data')) as [Buffer]
    const baseURL = printed.toString().trim()
    const sdk = new OpenAI({ apiKey: 'test-key', baseURL, maxRetries: 0 })
    const runtime = createDirectRuntime()
    const judge = createOpenAI({ apiKey: 'test-key', baseURL })('gpt-5-mini')
    const bare = async (): Promise<void> => {
      const reply = await sdk.chat.completions.create({
        model: 'gpt-5-mini',
        messages: call.messages.map(({ role, parts }) => ({ role, content: parts.map(({ text }) => text).join('') })),
        max_completion_tokens: 500,
        response_format: { type: 'json_schema', json_schema: { name: 'claims', strict: true, schema: { ...call.output?.schema } } },
      })
      JSON.parse(reply.choices[0]?.message.content ?? '')
    }
    const ours = async (): Promise<void> => {
      await runtime.generate(judge, call, { read: ({ text }): unknown => JSON.parse(text) })
    }
    await cpuMsPerCall(bare)
    await cpuMsPerCall(ours)
    const added: number[] = []
    const baselines: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const baseline = await cpuMsPerCall(bare)
      baselines.push(baseline)
      added.push((await cpuMsPerCall(ours)) - baseline)
    }
    const [median, baseline] = [middle(added), middle(baselines)]
    const spread = `${Math.min(...added).toFixed(3)}–${Math.max(...added).toFixed(3)}`
    console.log(
      `CPU a call adds over the SDK alone: ${median.toFixed(3)} ms (${spread}; SDK alone ${baseline.toFixed(3)} ms)  goal ≤ 0.25 ms  ${median <= 0.25 ? 'ok' : 'MISSED'}`,
    )
  } finally {
    child.kill()
  }
}

async function cpuMsPerCall(ask: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  for (let index = 0; index < CALLS; index += 1) await ask()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / CALLS
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await printProviderCalls()
