import { expect, it } from 'vitest'
import { rowSample } from './row-sample.ts'

it('a sample is told as texts: what is no text or list is made one, or left out', () => {
  const sample = {
    userInput: 'Q',
    response: { odd: [1] },
    retrievedContexts: ['a', 2, null],
    retrievedContextIds: [7, 2n ** 60n, 'x'],
    referenceContexts: 'one',
    metadata: { secret: 1 },
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a reader hands on what no metric reads as it is
  expect(rowSample(sample as never)).toEqual({
    userInput: 'Q',
    response: '{"odd":[1]}',
    retrievedContexts: ['a', '2', ''],
    retrievedContextIds: ['7', '1152921504606846976', 'x'],
  })
})
