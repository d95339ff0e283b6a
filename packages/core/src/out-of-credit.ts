import { isRecord } from './is-record.ts'

/** How servers name it in a code or a type, in lower case: money, a prepaid quota or a spending limit is used up. */
const CODE =
  /^(?:402|payment_?required|arrearage|account_?overdue(?:_?error)?|usage_not_included|(?:no|out_of)_credits?)$|insufficient_?(?:[a-z]+_)?(?:quota|balance|credits?|funds?)|not_enough_(?:balance|credits?|funds?|quota)|(?:credits?|balance)_(?:[a-z]+_)?(?:exhausted|depleted|too_low|exceeded)|billing|(?:spend(?:ing)?|usage|credit)_limit|exceeded_current_quota/

/** How they say it. Not here is what is said of a limit of the minute as well: "You exceeded your current quota". */
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
/** A limit of a minute passes by itself, whatever it is called. */
const PASSES = /per[ -](?:minute|second)|\b[rt]pm\b/i

/** Keys under which a code stands, and those of what is said to people. */
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

/** Servers may echo a whole prompt behind what they say. */
const READ_LENGTH = 1000
const MOST_DEEP = 6
const MOST_FIELDS = 200
/** So much beside the words tells whether they are an echo of what was sent. */
const BESIDE = 24

/**
 * Whether a failure says that money, a prepaid quota or a spending limit is used up, in whichever wrapper: by its status or that of what
 * it wraps (402), by a code or type at any depth, then by its words. Waiting helps in none of these cases.
 * @param answer `body`: what the server sent, as JSON or as text.
 * @param sent The body of the request: words that the server only repeats from it tell nothing.
 */
export function isOutOfCredit({ status, body }: { readonly status: number; readonly body: unknown }, sent?: unknown): boolean {
  if (status === 402) return true
  const said: Said = { codes: [], texts: [], fields: 0 }
  collect(body, said, 0)
  if (said.codes.some((code) => CODE.test(code))) return true
  return said.texts.some((text) => saysSo(text, sent))
}

type Said = { readonly codes: string[]; readonly texts: string[]; fields: number }

function collect(value: unknown, said: Said, depth: number): void {
  said.fields += 1
  if (depth > MOST_DEEP || said.fields > MOST_FIELDS) return
  if (typeof value === 'string') {
    const inner = innerJson(value)
    if (inner === undefined) said.texts.push(value.slice(0, READ_LENGTH))
    else collect(inner, said, depth + 1)
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, said, depth + 1)
  } else if (isRecord(value)) {
    for (const [name, held] of Object.entries(value)) collectField(name.toLowerCase(), held, said, depth)
  }
}

function collectField(name: string, held: unknown, said: Said, depth: number): void {
  if (CODE_KEYS.has(name) && (typeof held === 'string' || typeof held === 'number'))
    said.codes.push(String(held).slice(0, 100).toLowerCase())
  if (typeof held === 'object' || TEXT_KEYS.has(name)) collect(held, said, depth + 1)
}

/** What a gateway passed on of another server, as JSON in a text. */
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

/** Whether the server only repeats what it was sent. Words with nothing beside them are its own. */
function isEcho(words: string, around: string, sent: unknown): boolean {
  if (sent === undefined || (words === around && !words.includes('_'))) return false
  return JSON.stringify(sent).toLowerCase().includes(JSON.stringify(around).slice(1, -1).toLowerCase())
}
