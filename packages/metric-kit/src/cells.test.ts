import { AssayError, createDirectRuntime, Suspended } from '@assay/core'
import type { ClaimExtractor, ClaimVerifier, Verdict, VerifyInput } from '@assay/judge'
import { describe, expect, test } from 'vitest'
import { openCells, sideBySide } from './cells.ts'

const claims = [{ id: 'c1', text: 'A b.' }]
const extractor: ClaimExtractor = { id: 'e', version: '1', signature: 'e@1', extract: async () => ({ claims }) }

/** Notes what it is called; the text "late" is answered last, "no" fails. */
function noting() {
  const asked: Pick<VerifyInput, 'contexts' | 'claims'>[] = []
  const verifier: ClaimVerifier = {
    id: 'v',
    version: '1',
    signature: 'v@1',
    kind: 'judge',
    async verify({ claims: given, contexts }) {
      asked.push({ claims: given, contexts })
      const [text = ''] = contexts
      if (text.includes('late')) for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      const repairs = [`about ${text}`]
      if (text.includes('no')) throw new AssayError({ kind: 'refused', message: text, repairs })
      const verdicts: Verdict[] = given.map(({ id }) => ({
        claim: id,
        outcome: 'supported',
        decidedBy: 'v@1',
        reason: 'r',
        evidence: [{ context: 0, quote: text, verified: true }],
      }))
      return { verdicts, repairs }
    },
  }
  return { verifier, asked }
}

function cellsOf(contexts: readonly string[], verifier: ClaimVerifier, o: Partial<ClaimExtractor> = {}) {
  const runtime = createDirectRuntime()
  const texts = { reference: 'The reference.', response: 'The response.', contexts, userInput: undefined }
  return openCells({ steps: { extractor: { ...extractor, ...o }, verifier }, texts, runtime, scope: runtime })
}

describe('a pair', () => {
  test('asks about all contexts as they are, or about one text, and says which', async () => {
    const { verifier, asked } = noting()
    const cells = cellsOf(['', 'one', 'one'], verifier)
    const joint = await cells.pair('response', claims, 'contexts')
    const [said] = await cells.pair('response', claims, 'reference')
    const [stated] = await cells.pair('reference', claims, 'response')
    expect(asked.map(({ contexts }) => contexts)).toEqual([['', 'one', 'one'], ['The reference.'], ['The response.']])
    expect(joint[0]?.evidence[0]).not.toHaveProperty('against')
    expect([said?.evidence[0]?.against, stated?.evidence[0]?.against]).toEqual(['reference', 'response'])
  })

  test('with nothing retrieved is "no", and no call is made', async () => {
    const { verifier, asked } = noting()
    expect(await cellsOf(['', ' '], verifier).pair('response', claims, 'contexts')).toMatchObject([{ claim: 'c1', outcome: 'unsupported' }])
    expect(asked).toEqual([])
  })

  test('without claims makes no call', async () => {
    const { verifier, asked } = noting()
    const cells = cellsOf(['one', 'two'], verifier)
    expect([await cells.pair('response', [], 'contexts'), await cells.each('response', [])]).toEqual([[], [[], []]])
    expect(asked).toEqual([])
  })

  test('needs a verdict for each claim', async () => {
    const silent = { ...noting().verifier, verify: async () => ({ verdicts: [] }) }
    await expect(cellsOf(['one'], silent).pair('response', claims, 'contexts')).rejects.toMatchObject({ kind: 'invalid_reply' })
  })
})

test('each context is called about alone, and its evidence stands at its place in the sample', async () => {
  const { verifier, asked } = noting()
  const found = await cellsOf(['', 'one', 'two', 'one'], verifier).each('reference', claims)
  expect(asked.map(({ contexts }) => contexts)).toEqual([['one'], ['two']])
  expect(found.map(([verdict]) => verdict?.evidence[0]?.context)).toEqual([1, 2])
})

test('repairs are told by cells in their order, whichever reply came first', async () => {
  const { verifier } = noting()
  const cells = cellsOf(['late', 'two'], verifier)
  await sideBySide([
    () => cells.each('response', claims),
    () => cells.pair('response', claims, 'reference'),
    () => cells.pair('reference', claims, 'contexts'),
  ])
  expect(cells.repairs()).toEqual([
    'reference by contexts: about late',
    'response by reference: about The reference.',
    'response by each context: retrievedContexts[0]: about late',
    'response by each context: retrievedContexts[1]: about two',
  ])
})

test('of several contexts that fail the first in order counts, after all were called', async () => {
  const { verifier, asked } = noting()
  await expect(cellsOf(['one', 'no, late', 'no, early'], verifier).each('response', claims)).rejects.toThrow('no, late')
  expect(asked).toHaveLength(3)
})

test('claims whose ids repeat are a fault of who gave them, and known claims are shown', async () => {
  const twice = cellsOf(['one'], noting().verifier, { extract: async () => ({ claims: [...claims, ...claims] }) })
  await expect(twice.split('response')).rejects.toMatchObject({ kind: 'config' })
  const cells = cellsOf(['one'], noting().verifier)
  await cells.split('reference')
  expect(cells.claims()).toEqual({ reference: claims })
})

test('side by side, the first failure in order counts, and Suspended before it', async () => {
  const fails = (message: string) => () => Promise.reject(new AssayError({ kind: 'refused', message }))
  await expect(sideBySide([async () => 1, fails('first'), fails('second')])).rejects.toThrow('first')
  await expect(sideBySide([fails('first'), () => Promise.reject(new Suspended())])).rejects.toSatisfy(Suspended.is)
  expect(await sideBySide([async () => 1, async () => 'two'])).toEqual([1, 'two'])
})
