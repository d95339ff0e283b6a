export type RetryAfterForm = {
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds that this asks to wait, to the second where it is a date; `undefined` where it is nonsense. */
  readonly waitMs: number | undefined
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const NONSENSE = [
  '',
  'soon',
  '-1',
  '1e9',
  '0x10',
  'NaN',
  'Infinity',
  '1,000',
  '5 seconds',
  '12345678901234',
  'Mon 2099',
  '2099-01-01',
  '2099-01-01T00:00:00Z',
  'Fri, 27 Foo 2099 12:00:30 GMT',
  'Fri, 27 Nov 2099 12:00:30 CET',
]

/** Every form in which servers ask to wait, legal and illegal, none for longer than a second or so. `now` is in milliseconds since 1970. */
export function retryAfterForms(now: number): readonly RetryAfterForm[] {
  const at = Math.ceil(now / 1000) * 1000
  const inASecond = new Date(at)
  const past = new Date(at - 3_600_000)
  const untilThen = at - now
  return [
    legal({ 'retry-after': '0' }, 0),
    legal({ 'retry-after': '1' }, 1000),
    legal({ 'retry-after': '0.05' }, 50),
    legal({ 'retry-after': ' 0.1 ' }, 100),
    legal({ 'retry-after-ms': '20' }, 20),
    legal({ 'retry-after-ms': '20.5', 'retry-after': '1' }, 20.5),
    legal({ 'retry-after-ms': 'soon', 'retry-after': '0.02' }, 20),
    legal({ 'retry-after': inASecond.toUTCString() }, untilThen),
    legal({ 'retry-after': dashedDate(inASecond) }, untilThen),
    legal({ 'retry-after': plainDate(inASecond) }, untilThen),
    legal({ 'retry-after': past.toUTCString() }, 0),
    ...NONSENSE.map((value) => ({ headers: { 'retry-after': value }, waitMs: undefined })),
  ]
}

function legal(headers: Readonly<Record<string, string>>, waitMs: number): RetryAfterForm {
  return { headers, waitMs }
}

/** As `Sunday, 06-Nov-94 08:49:37 GMT`. */
function dashedDate(date: Date): string {
  const year = String(date.getUTCFullYear() % 100).padStart(2, '0')
  return `${DAYS[date.getUTCDay()]}, ${String(date.getUTCDate()).padStart(2, '0')}-${monthOf(date)}-${year} ${timeOf(date)} GMT`
}

/** As `Sun Nov  6 08:49:37 1994`. */
function plainDate(date: Date): string {
  const day = DAYS[date.getUTCDay()]?.slice(0, 3)
  return `${day} ${monthOf(date)} ${String(date.getUTCDate()).padStart(2, ' ')} ${timeOf(date)} ${date.getUTCFullYear()}`
}

function monthOf(date: Date): string {
  return MONTHS[date.getUTCMonth()] ?? ''
}

function timeOf(date: Date): string {
  return date.toISOString().slice(11, 19)
}
