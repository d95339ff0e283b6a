import { directRuntime } from '@assay/core'
import { expect, test } from 'vitest'
import { lexicalScreen } from './lexical-screen.ts'

const cautious = lexicalScreen().cautious
const english = 'The town of Brenn lies on the river Orle, and its mills were built in 1904.'

async function outcome(text: string, ...contexts: string[]): Promise<string> {
  const { verdicts } = await cautious.verify({ claims: [{ id: 'c1', text }], contexts, runtime: directRuntime() })
  return `${verdicts[0]?.outcome}`
}

test('an English claim of four content words, none of which stands in English contexts, is unsupported', async () => {
  expect(await outcome('Several committees approved the yearly budgets.', english)).toBe('unsupported')
})

test.each([
  ['a shared word', 'Several committees approved the mills budgets.', english],
  ['a shared stem', 'Several committees approved the building budgets.', english.replace('built', 'buildings')],
  [
    'a shared beginning of five letters',
    'Several committees approved the millstone rivers budgets.',
    english.replace('mills', 'millstream'),
  ],
  ['a number in another form', 'The committees approved twelve yearly budgets.', `${english} Some 12 pages burned.`],
  ['only three content words', 'The committees approved budgets.', english],
  ['one word', 'Budgets', english],
  ['a German claim against English contexts', 'Die Ausschüsse haben die jährlichen Haushalte gebilligt.', english],
  ['a German claim of words that English has, too', 'Die Hamburger Band war international in Form.', english],
  ['a German claim against German contexts', 'Mehrere Ausschüsse billigten jährliche Haushalte.', 'Die Stadt Brenn liegt am Fluss Orle.'],
  ['a Chinese claim', '委员会批准了年度预算和其他一些重要项目。', english],
  ['a Chinese claim against Chinese contexts', '委员会批准了年度预算。', '布伦镇位于奥尔河畔。'],
  ['an English claim with a Japanese word in it', 'Several committees approved the yearly 予算 budgets.', english],
  ['a Greek claim', 'Η επιτροπή ενέκρινε τον ετήσιο προϋπολογισμό.', english],
  [
    'contexts of which one is German',
    'Several committees approved the yearly budgets.',
    english,
    'Mehrere Ausschüsse billigten die Haushalte.',
  ],
  ['contexts of which one is a table', 'Several committees approved the yearly budgets.', english, '12 | 13 | 14'],
])('%s is left undecided', async (_name, claim, ...contexts) => {
  expect(await outcome(claim, ...contexts)).toBe('undecided')
})

test('never supported, and with the probability and threshold of the whole screen', async () => {
  const screen = lexicalScreen()
  const claims = [{ id: 'c1', text: english }]
  const input = { claims, contexts: [english], runtime: directRuntime() }
  const [whole] = (await screen.verify(input)).verdicts
  const [careful] = (await cautious.verify(input)).verdicts
  expect([whole?.outcome, careful?.outcome]).toEqual(['supported', 'undecided'])
  expect(careful?.probability).toBe(whole?.probability)
  expect(cautious.threshold).toBe(screen.threshold)
})

test('blank contexts hold nothing', async () => {
  expect(await outcome('Budgets', ' ', '')).toBe('unsupported')
})
