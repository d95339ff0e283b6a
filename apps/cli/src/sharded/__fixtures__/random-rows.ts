import { seededRandom } from '@assay/stats'

/** What may stand at one place of the file. */
export type Oddity =
  | 'none'
  | 'broken line'
  | 'two values'
  | 'wrong field'
  | 'repeated id'
  | 'no id'
  | 'id like ours'
  | 'repeated key'
  | 'not UTF-8'
  | 'long line'
  | 'large integer'
  | 'other columns'

export const ODDITIES: readonly Oddity[] = [
  'none',
  'broken line',
  'two values',
  'wrong field',
  'repeated id',
  'no id',
  'id like ours',
  'repeated key',
  'not UTF-8',
  'long line',
  'large integer',
  'other columns',
]

export type RandomRows = {
  readonly seed: number
  readonly count: number
  readonly oddity: Oddity
  /** Its row. */
  readonly at: number
  readonly hasIds: boolean
  readonly lineEnd: '\n' | '\r\n'
  readonly hasMark: boolean
  readonly isEndless: boolean
}

/** A file of rows by id as nobody would write it, but may: blank lines, missing fields, any text, spaces between them. The same bytes for the same options. */
export function randomRows({ seed, count, oddity, at, hasIds, lineEnd, hasMark, isEndless }: RandomRows): Buffer {
  const random = seededRandom(seed)
  const below = (n: number): number => Math.floor(random() * n)
  const idNow = (): string | number => (below(9) === 0 ? below(40) : `d${below(40)}${['', 'é', '😀', '\u2028', '"', '-of-some-length'][below(6)]}`)
  const ids = (most: number): (string | number)[] => Array.from({ length: below(most + 1) }, idNow)
  const lines: Buffer[] = []
  for (let row = 0; row < count; row += 1) {
    const record = {
      ...(hasIds ? { id: `q${row}` } : {}),
      ...(below(3) === 0 ? { cluster: `c${below(7)}` } : {}),
      user_input: 'ß'.repeat(below(60)),
      retrieved_context_ids: ids(8),
      ...(below(20) === 0 ? {} : { reference_context_ids: ids(3) }),
    }
    const text = JSON.stringify(record)
    const spaced = JSON.stringify(record, undefined, 1).replaceAll(/\n */g, ' ')
    lines.push(...(row === at ? oddLines(oddity, text) : [Buffer.from(below(3) === 0 ? spaced : text)]))
    if (below(30) === 0) lines.push(Buffer.from(['', '  ', '\t\u00A0'][below(3)] ?? ''))
  }
  const end = Buffer.from(lineEnd)
  const whole = lines.flatMap((line, index) => (isEndless && index === lines.length - 1 ? [line] : [line, end]))
  return Buffer.concat([Buffer.from(hasMark ? '\uFEFF' : ''), ...whole])
}

function oddLines(oddity: Oddity, text: string): Buffer[] {
  const row = Buffer.from(text)
  const changed = (more: string): Buffer => Buffer.from(`${text.slice(0, -1)},${more}}`)
  switch (oddity) {
    case 'none':
      return [row]
    case 'broken line':
      return [Buffer.from(text.slice(0, -4))]
    case 'two values':
      return [Buffer.from(`${text} ${text}`)]
    case 'wrong field':
      return [Buffer.from(text.replace(/"retrieved_context_ids":\[[^\]]*\]/, '"retrieved_context_ids":[null]'))]
    case 'repeated id':
      return [Buffer.from(text.replace(/"id":"q\d+"/, '"id":"q3"'))]
    case 'no id':
      return [Buffer.from(text.replace(/"id":"q\d+",/, ''))]
    case 'id like ours':
      return [Buffer.from(text.replace(/"id":"q\d+"/, '"id":"row-17"'))]
    case 'repeated key':
      return [changed('"user_input":"again"')]
    case 'not UTF-8':
      return [Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xe9]), Buffer.from('"}')])]
    case 'long line':
      return [changed(`"response":"${'long '.repeat(60_000)}"`)]
    case 'large integer':
      return [Buffer.from(text.replace(/"retrieved_context_ids":\[[^\]]*\]/, '"retrieved_context_ids":[9007199254740993, 1.0]'))]
    case 'other columns':
      return [changed('"ground_truth_context_ids":["x"],"referenceContextIds":["y"]')]
  }
}
