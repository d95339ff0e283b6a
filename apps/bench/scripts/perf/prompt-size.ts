// The size of the prompts for one sample, by strategy, on the shipped data. A scripted judge takes the real calls; no model is called.
// node --conditions=@assay/source scripts/perf/prompt-size.ts
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createDirectRuntime, type LLMCall } from '@assay/core'
import { estimateCallTokens, estimateTokens, llmExtractor, llmVerifier, singlePassAssessor } from '@assay/judge'
import { scriptedAdapter } from '@assay/testkit'
import { splitSentences } from '@assay/text'

const PREFIX_GOAL = 2500
const CACHED_READ = 0.1
const CACHE_WRITE = 1.25
/** Providers do not cache prefixes that are shorter than this many tokens. */
const LEAST_CACHED = 1024
const OTHER_PROMPTS = [5900, 4000]

type Row = { readonly reference: string; readonly userInput: string; readonly contexts: readonly string[] }

/** Prints the fixed text of each prompt, and the input tokens billed for a sample by each strategy. */
export async function printPromptSizes(): Promise<void> {
  const rows = readRows(new URL('../../../../examples/clapnq-rag.jsonl', import.meta.url))
  const claims = rows.map(({ reference }) => splitSentences(reference).length)
  const extraction = await callsOf(
    rows,
    async (judge, row, runtime) => void (await llmExtractor({ judge }).extract({ ...row, text: row.reference, of: 'reference', runtime })),
  )
  const batched = await callsOf(rows, verifying('batched'))
  const perClaim = await callsOf(rows, verifying('per-claim'))
  const singlePass = await callsOf(
    rows,
    async (judge, row, runtime) => void (await singlePassAssessor({ judge }).assess({ ...row, runtime })),
  )

  console.log('fixed text before every sample                        characters   goal')
  const prompts = { claims: extraction, verdicts: batched, 'claims and verdicts (single-pass)': singlePass }
  for (const [name, calls] of Object.entries(prompts)) {
    const longest = Math.max(...calls.flat().map((call) => systemText(call).length))
    console.log(`${name.padEnd(52)} ${String(longest).padStart(11)}   ≤ ${PREFIX_GOAL}  ${longest <= PREFIX_GOAL ? 'ok' : 'MISSED'}`)
  }

  console.log(`\ninput tokens billed per sample, mean of ${rows.length} rows with ${mean(claims).toFixed(1)} claims (sentence units) each`)
  console.log('by the estimate of a token for 3 bytes, about 1.5 times what English has: read the ratios        calls   tokens   ratio')
  const baseline = mean(batched.map(plain))
  const print = (what: string, calls: number, tokens: number): void =>
    console.log(
      `${what.padEnd(96)} ${calls.toFixed(1).padStart(6)} ${tokens.toFixed(0).padStart(8)} ${(tokens / baseline).toFixed(2).padStart(7)}`,
    )
  print('batched, claims known from another retriever on the same reference', 1, baseline)
  print('batched, with the call that splits the reference', 2, baseline + mean(extraction.map(plain)))
  print('per-claim, no cache at the provider', mean(perClaim.map(({ length }) => length)), mean(perClaim.map(plain)))
  print(
    `per-claim, cached (writes ${CACHE_WRITE}×, reads ${CACHED_READ}×, marked prefixes from ${LEAST_CACHED} tokens)`,
    mean(perClaim.map(({ length }) => length)),
    mean(perClaim.map(cached)),
  )
  print('single-pass', 1, mean(singlePass.map(plain)))
  for (const characters of OTHER_PROMPTS) {
    print(
      `one call behind ${characters} characters of instructions (filler of that length)`,
      1,
      mean(rows.map((row) => padded(row, characters))),
    )
  }
}

type Judge = ReturnType<typeof scriptedAdapter>
type MakeCalls = (judge: Judge, row: Row, runtime: ReturnType<typeof createDirectRuntime>) => Promise<void>

function verifying(strategy: 'batched' | 'per-claim'): MakeCalls {
  return async (judge, { reference, contexts, userInput }, runtime) => {
    const claims = splitSentences(reference).map(({ text }, at) => ({ id: `c${at + 1}`, text }))
    await llmVerifier({ judge, strategy }).verify({ claims, contexts, userInput, runtime })
  }
}

/** The calls that are made for each row. */
async function callsOf(rows: readonly Row[], makeCalls: MakeCalls): Promise<(readonly LLMCall[])[]> {
  const runtime = createDirectRuntime()
  const all: (readonly LLMCall[])[] = []
  for (const row of rows) {
    const judge = scriptedAdapter((call) => replyTo(call, row), { capabilities: { promptCache: true } })
    await makeCalls(judge, row, runtime)
    all.push(judge.calls)
  }
  return all
}

function replyTo(call: LLMCall, { reference }: Row): string {
  const texts = splitSentences(reference).map(({ text }) => text)
  const reason = 'Stated.'
  if (call.output?.name === 'claims') return JSON.stringify({ claims: texts })
  if (call.output?.name === 'claims_and_verdicts')
    return JSON.stringify({ claims: texts.map((text) => ({ text, reason, evidence: [], supported: true })) })
  const question = call.messages.at(-1)?.parts.at(-1)?.text ?? ''
  const ids = Array.from(question.matchAll(/ id="(c\d+)"/g), ([, id = '']) => id)
  return JSON.stringify({ verdicts: ids.map((claim) => ({ claim, reason, evidence: [], supported: true })) })
}

function systemText(call: LLMCall): string {
  return call.messages[0]?.parts.map(({ text }) => text).join('') ?? ''
}

function plain(calls: readonly LLMCall[]): number {
  return calls.reduce((sum, call) => sum + estimateCallTokens(call), 0)
}

/** The first call with a prefix writes it to the cache, the others read it. Unmarked and short prefixes are billed in full. */
function cached(calls: readonly LLMCall[]): number {
  const written = new Set<string>()
  return calls.reduce((sum, call) => {
    const prefix = markedPrefix(call)
    const tokens = estimateTokens(prefix)
    const all = estimateCallTokens(call)
    if (tokens < LEAST_CACHED) return sum + all
    const rate = written.has(prefix) ? CACHED_READ : CACHE_WRITE
    written.add(prefix)
    return sum + all - tokens + rate * tokens
  }, 0)
}

/** Everything up to the last marked part; empty without one. */
function markedPrefix({ messages }: LLMCall): string {
  const parts = messages.flatMap((message) => message.parts)
  const last = parts.findLastIndex(({ cache }) => cache === true)
  return parts
    .slice(0, last + 1)
    .map(({ text }) => text)
    .join('')
}

function padded({ reference, userInput, contexts }: Row, characters: number): number {
  const filler = 'words that are fixed '.repeat(characters).slice(0, characters)
  return estimateCallTokens({ messages: [{ role: 'user', parts: [{ text: [filler, ...contexts, userInput, reference].join('\n') }] }] })
}

function readRows(file: URL): Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => {
      const row = JSON.parse(line) as { reference: string; user_input: string; retrieved_contexts: string[] }
      return { reference: row.reference, userInput: row.user_input, contexts: row.retrieved_contexts }
    })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await printPromptSizes()
