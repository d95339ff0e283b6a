import { describe, expect, test } from 'vitest'
import { keepsWhatTheUserSet, LIMIT, refusedCall, type Wording } from './__fixtures__/refused-call.ts'
import { otherWordings } from './__fixtures__/other-wordings.ts'
import collected from './__fixtures__/refusals.json' with { type: 'json' }

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file has this form
const wordings = collected as unknown as readonly Wording[]
const chosenByAssay = wordings.filter(({ sentBy }) => sentBy === 'assay')
const others = wordings.filter(({ sentBy }) => sentBy !== 'assay')

/** By the part that is refused: the option that says at once what was found out. */
const OPTION: Readonly<Record<string, RegExp>> = {
  temperature: /capabilities: \{ temperature: false \}/,
  output: /capabilities: \{ structuredOutput: "prompt" \}/,
  maxOutputTokens: /capabilities: \{ outputLimit: (?:\d+|false) \}/,
  system: /capabilities: \{ systemRole: false \}/,
}

async function expectAnswered(wording: Wording): Promise<void> {
  const { result, error, requests } = await refusedCall([wording])
  expect(error?.message).toBeUndefined()
  expect(requests.length - 1).toBeLessThanOrEqual(3)
  expect(requests.every((request) => keepsWhatTheUserSet(request, wording))).toBe(true)
  expect(result?.reply.warnings).toContainEqual(expect.stringMatching(OPTION[wording.parameter] ?? /never/))
  const { to } = wording.expected
  const limit = result?.reply.givenUp?.maxOutputTokens
  if (typeof to === 'number') expect(limit).toBe(to)
  if (to === 'less') expect(limit === 'none' || (limit ?? LIMIT) < LIMIT).toBe(true)
  if (to === 'left out') expect(limit).toBe('none')
}

describe('a refusal of what Assay chose costs at most three requests, and the call is answered', () => {
  test.each(chosenByAssay)('$id', (wording) => expectAnswered(wording))

  test('nothing is given up that was not refused, but for a wording that names nothing at all', async () => {
    const more: string[] = []
    for (const wording of chosenByAssay) {
      const { result } = await refusedCall([wording])
      if (Object.keys(result?.reply.givenUp ?? {}).length !== 1) more.push(wording.id)
    }
    expect(more.length).toBeLessThanOrEqual(1)
  })
})

describe('so does one in words that nobody had seen', () => {
  test.each(otherWordings)('$id', (wording) => expectAnswered(wording))
})

describe('a refusal of what the user set, or of nothing that was sent, stands', () => {
  test.each(others)('$id', async (wording) => {
    const { error, requests } = await refusedCall([wording])
    const { kind, parameter } = wording.expected
    expect(error).toMatchObject({ kind, ...(parameter === undefined ? {} : { parameter }) })
    expect(requests.length - 1).toBeLessThanOrEqual(3)
    expect(requests.every((request) => keepsWhatTheUserSet(request, wording))).toBe(true)
  })
})

test('of two things refused one after the other, 95 of 100 pairs are answered', async () => {
  let seed = 7
  const draw = <T>(list: readonly T[]): T => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    const drawn = list[Math.floor((seed / 2 ** 32) * list.length)]
    if (drawn === undefined) throw new Error('nothing to draw from')
    return drawn
  }
  const failed: string[] = []
  for (let pair = 0; pair < 120;) {
    const [a, b] = [draw(chosenByAssay), draw(chosenByAssay)]
    if (a.endpoint !== b.endpoint || a.parameter === b.parameter) continue
    pair += 1
    const { error, requests } = await refusedCall([a, b])
    expect(requests.length - 1).toBeLessThanOrEqual(3)
    if (error !== undefined) failed.push(`${a.id} + ${b.id}`)
  }
  expect(failed.length, failed.join('\n')).toBeLessThanOrEqual(6)
})
