import { isRecord } from './is-record.ts'

/** Codes and types, in lower case, for money, a prepaid quota or a spending limit that is used up. */
const CODE =
  /^(?:402|payment_?required|arrearage|account_?overdue(?:_?error)?|usage_not_included|(?:no|out_of)_credits?)$|insufficient_?(?:[a-z]+_)?(?:quota|balance|credits?|funds?)|not_enough_(?:balance|credits?|funds?|quota)|(?:credits?|balance)_(?:[a-z]+_)?(?:exhausted|depleted|too_low|exceeded)|billing|(?:spend(?:ing)?|usage|credit)_limit|exceeded_current_quota/

/** Phrases for it. Phrases that also describe a limit per minute are left out: "You exceeded your current quota". */
const WORDS = new RegExp(
  [
    String.raw`credit balance`,
    String.raw`(?:insufficient|not enough|low) (?:account |available |api )?(?:balance|credits?\b|funds?\b)`,
    String.raw`(?:balance|credits?) (?:is|are|has been|have been|was)? ?(?:too low|exhausted|depleted|insufficient|not enough|used up|negative)`,
    String.raw`(?:used|spent) (?:up )?all (?:of )?(?:your |the |its )?(?:available |prepaid |free )?credits`,
    String.raw`(?:no|out of|(?:n[o']t|not) have (?:any|enough)|more) (?:more |usage |api |remaining |available |prepaid )?credits?\b(?! card)`,
    String.raw`payment (?:is )?required`,
    String.raw`billing (?:hard |soft )?limit`,
    String.raw`spend(?:ing)? (?:limit|cap)`,
    String.raw`\busage limits?\b[^.]{0,60}(?:reached|exceed)|(?:reached|exceed\w*|hit)[^.]{0,60}\busage limits?`,
    String.raw`account (?:is|has been|was) (?:overdue|in arrears|suspended (?:due to|for) [^.]{0,40}(?:balance|payment|funds))`,
    String.raw`account is in good standing`,
    String.raw`(?:top up|recharge) your (?:account|balance|credits?)|please (?:top up|recharge)`,
    String.raw`(?:error code|status(?: code)?|http(?:/[\d.]+)?|code)["']?\W{0,4}402\b|\b402 payment required`,
    '余额不足|余额不够|账户欠费|已欠费|请充值',
  ].join('|'),
  'gi',
)
/** A limit per minute passes by itself, whatever its name. */
const PASSES = /per[ -](?:minute|second)|\b[rt]pm\b/i

/** Keys that hold codes, and keys that hold messages. */
const CODE_KEYS: ReadonlySet<string> = new Set([
  'code',
  'type',
  'status',
  'error_code',
  'errorcode',
  'status_code',
  'statuscode',
  'reason',
  'name',
])
const TEXT_KEYS: ReadonlySet<string> = new Set([
  'message',
  'msg',
  'detail',
  'details',
  'error',
  'error_msg',
  'error_message',
  'errormessage',
  'raw',
  'reason',
])

/** Servers may append a whole prompt to their message. */
const READ_LENGTH = 1000
const MOST_DEEP = 6
const MOST_FIELDS = 200
/** This many characters around the phrase decide whether it is an echo of the request. */
const BESIDE = 24

/**
 * Whether a failure means that money, a prepaid quota or a spending limit is used up. It looks at the status and at that of wrapped
 * errors (402), at a code or type at any depth, then at phrases. Waiting helps in none of these cases.
 * @param answer `body`: what the server sent, as JSON or as text.
 * @param sent The body of the request: phrases that the server only repeats from it do not count.
 */
export function isOutOfCredit({ status, body }: { readonly status: number; readonly body: unknown }, sent?: unknown): boolean {
  if (status === 402) return true
  const found: Found = { codes: [], texts: [], fields: 0 }
  collect(body, found, 0)
  if (found.codes.some((code) => CODE.test(code))) return true
  return found.texts.some((text) => saysSo(text, sent))
}

type Found = { readonly codes: string[]; readonly texts: string[]; fields: number }

function collect(value: unknown, found: Found, depth: number): void {
  found.fields += 1
  if (depth > MOST_DEEP || found.fields > MOST_FIELDS) return
  if (typeof value === 'string') {
    const inner = innerJson(value)
    if (inner === undefined) found.texts.push(value.slice(0, READ_LENGTH))
    else collect(inner, found, depth + 1)
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, found, depth + 1)
  } else if (isRecord(value)) {
    for (const [name, held] of Object.entries(value)) collectField(name.toLowerCase(), held, found, depth)
  }
}

function collectField(name: string, held: unknown, found: Found, depth: number): void {
  if (CODE_KEYS.has(name) && (typeof held === 'string' || typeof held === 'number'))
    found.codes.push(String(held).slice(0, 100).toLowerCase())
  if (typeof held === 'object' || TEXT_KEYS.has(name)) collect(held, found, depth + 1)
}

/** The response of another server that a gateway passed on, as JSON in a text. */
function innerJson(text: string): unknown {
  if (!text.trimStart().startsWith('{') && !text.trimStart().startsWith('[')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function saysSo(text: string, sent: unknown): boolean {
  // A code inside a sentence, as in `Error code: 429 - {'code': 'insufficient_quota'}`.
  const codes = text.toLowerCase().match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []
  if (codes.some((code) => CODE.test(code) && !isEcho(code, code, sent))) return true
  if (PASSES.test(text)) return false
  return Array.from(text.matchAll(WORDS)).some(({ 0: words, index }) => {
    const around = text.slice(Math.max(0, index - BESIDE), index + words.length + BESIDE)
    return !isEcho(words, around, sent)
  })
}

/** Whether the server only repeats the request. A phrase without text around it is the server's own. */
function isEcho(words: string, around: string, sent: unknown): boolean {
  if (sent === undefined || (words === around && !words.includes('_'))) return false
  return JSON.stringify(sent).toLowerCase().includes(JSON.stringify(around).slice(1, -1).toLowerCase())
}
