// The time to read 1 MB of a judge's reply, as a ratio to JSON.parse of 1 MB of plain JSON in the same run.
// node --conditions=@assay/source scripts/perf/reply-reading.ts
import { type LLMAdapter, type LLMReply, type Runtime, unknownUsage } from '@assay/core'
import { llmExtractor, llmVerifier } from '@assay/judge'

type ReplyReadingRow = {
  readonly what: string
  /** Lowest over the rounds, milliseconds: other processes disturb it least. */
  readonly ms: number
  readonly medianMs: number
  /** Lowest over the rounds / lowest time of JSON.parse of 1 MB of plain JSON, measured in turn with it. */
  readonly ratio: number
  /** The same relative to JSON.parse of this text, if it is JSON. */
  readonly ratioToItself: number | null
}

const MEGABYTE = 1 << 20
const GOAL_MS = 50
/** The highest ratio of a valid text to JSON.parse of it. */
const GOAL_RATIO = 4

type Text = { readonly what: string; readonly reads: 'claims' | 'verdicts'; readonly text: string }

/** So long that 1 MB holds fewer verdicts than one call may have claims. */
const REASON = 'It is stated, and nothing in the contexts contradicts it. '.repeat(500)
const verdict = (index: number): string => `{"claim":"c${index}","reason":"${REASON}","evidence":[],"supported":true}`
const verdictOf = (comma: string) => (index: number) =>
  `{"claim":"c${index}","reason":"${REASON}","evidence":[{"context":1,"quote":"opened in 1904"${comma}}${comma}],"supported":true${comma}}`

const TEXTS: readonly Text[] = [
  { what: 'valid verdicts', reads: 'verdicts', text: listed('{"verdicts":[', verdict, ']}') },
  { what: 'valid verdicts with quotes', reads: 'verdicts', text: listed('{"verdicts":[', verdictOf(''), ']}') },
  { what: 'valid verdicts in a fence', reads: 'verdicts', text: `Here:\n\`\`\`json\n${listed('{"verdicts":[', verdict, ']}')}\n\`\`\`\n` },
  { what: 'valid verdicts behind prose', reads: 'verdicts', text: `Given {x and " this: ${listed('{"verdicts":[', verdict, ']}')}` },
  { what: 'valid verdicts behind reasoning', reads: 'verdicts', text: `<think>${filled('Hm, so. ')}</think>{"verdicts":[${verdict(0)}]}` },
  { what: 'valid verdicts, a comma after each', reads: 'verdicts', text: listed('{"verdicts":[', verdictOf(','), ',]}') },
  { what: 'valid claims, and repeats merged', reads: 'claims', text: listed('{"claims":[', (index) => `"Claim ${index} says so."`, ']}') },
  { what: 'one claim of 1 MB', reads: 'claims', text: `{"claims":["${filled('a b ')}"]}` },
  { what: 'key opened again and again', reads: 'claims', text: filled('{"claims"') },
  { what: 'key opened again and again, in a string', reads: 'claims', text: `"${filled('{"claims":')}` },
  { what: 'nested objects that close', reads: 'claims', text: nested('{"claims":', '1', '}') },
  { what: 'objects in a row', reads: 'claims', text: filled('{"claims":[1]}') },
  { what: 'the same answer in a row', reads: 'claims', text: filled('{"claims":[]}') },
  { what: 'list of objects', reads: 'claims', text: listed('{"claims":[', () => '{"claims":[]}', ']}') },
  { what: 'list of empty objects', reads: 'claims', text: listed('{"x":[', () => '{}', '],"claims":[]}') },
  { what: 'list of small objects', reads: 'claims', text: listed('{"x":[', () => '{"a":1}', '],"claims":[]}') },
  { what: 'repeated key at the end', reads: 'claims', text: listed('{"x":[', () => '{"a":1,"b":2}', ',{"a":1,"a":1}],"claims":[]}') },
  { what: 'trailing commas', reads: 'claims', text: listed('{"claims":["a"],"x":[', () => '[1,]', ',]}') },
  { what: 'trailing commas, broken at the end', reads: 'claims', text: listed('{"claims":["a"],"x":[', () => '[1,]', '}') },
  { what: 'commas alone', reads: 'claims', text: `{"claims":[${filled(',')}]}` },
  { what: 'open braces', reads: 'claims', text: `"claims"${filled('{')}` },
  { what: 'open brackets', reads: 'claims', text: `{"claims":${filled('[')}` },
  { what: 'braces and quotation marks', reads: 'claims', text: filled('{"claims":"{"') },
  { what: 'quotation marks', reads: 'claims', text: `{"claims"${filled('"')}` },
  { what: 'backslashes', reads: 'claims', text: `{"claims":["${filled('\\')}` },
  { what: 'colons', reads: 'claims', text: `{"claims"${filled(':')}` },
  { what: 'white space', reads: 'claims', text: `{"claims"${filled(' ')}` },
  { what: 'white space and brackets', reads: 'claims', text: `{"claims":[${filled(' ]')}` },
  { what: 'fences', reads: 'claims', text: `${filled('```\n')}"claims"` },
  { what: 'fences around the key', reads: 'claims', text: filled('```json\n{"claims":\n```\n') },
  { what: 'fences within lines', reads: 'claims', text: `"claims" ${filled('x ``` ')}` },
  { what: 'indented fences', reads: 'claims', text: `"claims"\n${filled(' ')}~~~` },
  { what: 'reasoning tags', reads: 'claims', text: `${filled('<think></think>')}"claims"` },
  { what: 'closing tags', reads: 'claims', text: `${filled('</think>')}"claims"` },
  { what: 'opening tags', reads: 'claims', text: `"claims"${filled('\n<think>')}` },
  { what: 'beginnings of tags', reads: 'claims', text: `"claims"${filled('</thin')}` },
  { what: 'white space before a tag', reads: 'claims', text: `"claims"</think>${filled('\n ')}` },
  { what: 'prose without JSON', reads: 'claims', text: filled('All claims are supported. ') },
]

/** Reads every text `rounds` times after a warm-up, and measures the baseline in each round. */
async function* measureReplyReading(rounds = 7): AsyncGenerator<ReplyReadingRow> {
  const plain = listed('[', verdict, ']')
  for (const { what, reads, text } of TEXTS) {
    const times: number[] = []
    const baselines: number[] = []
    const owns: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const baseline = timed(() => void JSON.parse(plain))
      const own = parseTime(text)
      const ms = await readingTime(reads, text)
      if (round === 0) continue
      times.push(ms)
      baselines.push(baseline)
      if (own !== null) owns.push(own)
    }
    const ms = Math.min(...times)
    const ratioToItself = owns.length === 0 ? null : ms / Math.min(...owns)
    yield { what, ms, medianMs: median(times), ratio: ms / Math.min(...baselines), ratioToItself }
  }
}

/** The goal in milliseconds is for a machine without other load; the ratio also holds on a busy one. */
export async function printReplyReading(): Promise<void> {
  console.log(`reading 1 MB of a judge's reply                ms   (median)   goal   × JSON.parse of 1 MB / of itself`)
  for await (const { what, ms, medianMs, ratio, ratioToItself } of measureReplyReading()) {
    const figures = `${ms.toFixed(1).padStart(6)}  ${`(${medianMs.toFixed(1)})`.padStart(9)}  ≤ ${GOAL_MS}  ${ratio.toFixed(2).padStart(6)} ${(ratioToItself?.toFixed(2) ?? '').padStart(6)}`
    console.log(`  ${what.padEnd(41)} ${figures}  ${ms <= GOAL_MS || (ratioToItself ?? Infinity) <= GOAL_RATIO ? 'ok' : 'MISSED'}`)
  }
}

/** The time inside `read`, which a runtime calls with the reply. Nothing else of the call is measured. */
async function readingTime(reads: 'claims' | 'verdicts', text: string): Promise<number> {
  const reply: LLMReply = { text, finishReason: 'stop', usage: unknownUsage() }
  let ms = 0
  const enough = new Error('measured')
  const runtime: Runtime = {
    generate(_adapter, _call, { read }) {
      ms = timed(() => {
        try {
          read(reply)
        } catch {
          // Most of these texts are refused, and how fast that is counts, too.
        }
      })
      return Promise.reject(enough)
    },
    embed: () => Promise.reject(enough),
  }
  const reading =
    reads === 'claims'
      ? llmExtractor({ judge }).extract({ text: 'A bridge was opened.', of: 'reference', runtime })
      : llmVerifier({ judge }).verify({ claims: claimsIn(text), contexts: ['It was.'], runtime })
  await reading.then(
    () => undefined,
    (error: unknown) => {
      if (error !== enough) throw error
    },
  )
  return ms
}

/** The claims that a text gives verdicts for, so that it is accepted. */
function claimsIn(text: string): { id: string; text: string }[] {
  return Array.from(text.matchAll(/"claim":"(c\d+)"/g), ([, id = '']) => ({ id, text: 'A bridge was opened.' }))
}

const judge: LLMAdapter = {
  specificationVersion: 'v1',
  provider: 'none',
  modelId: 'none',
  capabilities: { structuredOutput: 'prompt', temperature: false, seed: false },
  fingerprint: {},
  doGenerate: () => Promise.reject(new Error('never called')),
}

function timed(act: () => void): number {
  const startedAt = performance.now()
  act()
  return performance.now() - startedAt
}

function parseTime(text: string): number | null {
  try {
    return timed(() => void JSON.parse(text))
  } catch {
    return null
  }
}

function filled(piece: string): string {
  return flat(piece.repeat(Math.floor(MEGABYTE / piece.length)))
}

function listed(open: string, item: (index: number) => string, close: string): string {
  const items: string[] = []
  for (let length = 0, index = 0; length < MEGABYTE; index += 1) {
    const next = item(index)
    items.push(next)
    length += next.length + 1
  }
  return flat(`${open}${items.join(',')}${close}`)
}

function nested(open: string, inner: string, close: string): string {
  const levels = Math.floor(MEGABYTE / (open.length + close.length))
  return flat(`${open.repeat(levels)}${inner}${close.repeat(levels)}`)
}

/** Makes a text contiguous in memory, like a reply from the network. */
function flat(text: string): string {
  return Buffer.from(text).toString()
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

if (import.meta.main) await printReplyReading()
