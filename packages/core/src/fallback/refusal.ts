import { AssayError } from '../assay-error.ts'
import type { Part } from './given-up.ts'

/** A server's refusal of a request, as far as it may be about one of the parts that can be dropped. */
export type Refusal = {
  readonly error: AssayError
  /** The message without numbers. Another complaint means that the last change had an effect. */
  readonly complaint: string
  /** The parts that it seems to be about, the likeliest first. */
  readonly hints: readonly Part[]
  /** Whether it is about the limit of output tokens only. */
  readonly isLimitOnly: boolean
  /** The largest number below the limit that was sent, if the text names one and is only about the reply. */
  readonly cap: number | undefined
}

/** Statuses of a request with invalid content. */
const UNFIT: ReadonlySet<number | undefined> = new Set([400, 416, 422])

const HINTS: readonly (readonly [Part, RegExp])[] = [
  ['output', /response_?format|json|schema|structured|grammar|guided|tool|function[ _]?call|output_config|xgrammar/i],
  [
    'maxOutputTokens',
    /max_?(?:new|completion|output)?_?tokens|max(?:imum)? (?:output |completion |new |number of )?tokens|completion tokens|output (?:tokens|limit)/i,
  ],
  ['temperature', /temperature|sampling/i],
  ['system', /\bsystem\b|\broles?\b|alternat/i],
]
/** Words that show that a text is not only about the reply. */
const OF_PROMPT = /\bprompt|\bin the messages\b|context (?:length|window|size|limit)|\binputs?`? (?:tokens|length)|\btotal\b/i
/** No server has a smaller limit for its replies. */
const LEAST_CAP = 32

/**
 * Returns `undefined` for any other failure: then no part is dropped.
 * @param limit The limit of the call, where it has one.
 */
export function readRefusal(error: unknown, limit: number | undefined): Refusal | undefined {
  if (!AssayError.is(error)) return undefined
  const text = error.serverMessage ?? error.message
  const sent = error.sentLimit ?? limit
  const numbers = numbersIn(text)
  const repeatsLimit = sent !== undefined && numbers.includes(sent)
  const isLimitOnly = error.kind === 'context_overflow' && repeatsLimit
  const isUnexplained = error.kind === 'bad_request' && UNFIT.has(error.status)
  if (!isLimitOnly && !isUnexplained && error.kind !== 'unsupported_parameter') return undefined
  const found = HINTS.flatMap(([part, words]) => {
    const at = words.exec(text)?.index
    return at === undefined ? [] : [{ part, at }]
  }).sort((a, b) => a.at - b.at)
  const named = error.parameter === undefined ? [] : [error.parameter]
  const hints = [...named, ...(repeatsLimit ? ['maxOutputTokens'] : []), ...found.map(({ part }) => part)].filter(isPart)
  // A parameter that is named but is no part of a call was set by the user.
  if (named.length > 0 && !named.some(isPart)) return undefined
  return { error, complaint: complaintIn(text), hints: isLimitOnly ? ['maxOutputTokens'] : hints, isLimitOnly, cap: capIn() }

  function capIn(): number | undefined {
    if (sent === undefined || OF_PROMPT.test(text) || !(repeatsLimit || hints.includes('maxOutputTokens'))) return undefined
    const largest = Math.max(...numbers.filter((number) => number < sent))
    // A sent limit may be higher than the one in the call, to leave room for thinking.
    const cap = largest - (sent - (limit ?? sent))
    return largest >= LEAST_CAP && cap > 0 ? cap : undefined
  }
}

function isPart(name: string): name is Part {
  return name === 'output' || name === 'maxOutputTokens' || name === 'temperature' || name === 'seed' || name === 'system'
}

/** Words that contain a digit are removed with the numbers, for example request ids. */
function complaintIn(text: string): string {
  return text.toLowerCase().replaceAll(/[\w-]*\d[\w-]*/g, '')
}

/** Whole numbers that stand alone: no part of a status, a date or a model name. */
function numbersIn(text: string): number[] {
  const plain = text
    .replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
    .replaceAll(/(?:code|status|http)\W{0,4}[45]\d\d\b/gi, ' ')
    .replaceAll(/\d{4}-\d\d-\d\d/g, ' ')
    .replaceAll(/[a-z][\w./]*(?:-[\w.]+)+/gi, ' ')
  return Array.from(plain.matchAll(/(?<![\w.])\d{1,9}(?!\w|\.\d)/g), ([number]) => Number(number))
}
