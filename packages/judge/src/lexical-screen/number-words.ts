const CARDINALS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'

/** English number words below a thousand, cardinal and ordinal. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...CARDINALS.split(' ').map((word, value) => [word, value] as const),
  ...ORDINALS.split(' ').map((word, value) => [word, value] as const),
  ...TENS.split(' ').map((word, index) => [word, 20 + 10 * index] as const),
  ...TENS.split(' ').map((word, index) => [`${word.slice(0, -1)}ieth`, 20 + 10 * index] as const),
  ['hundred', 100],
  ['hundredth', 100],
])

/** What the words after a number multiply it by, as a power of ten. */
export const SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 2],
  ['thousand', 3],
  ['million', 6],
  ['billion', 9],
  ['trillion', 12],
])
