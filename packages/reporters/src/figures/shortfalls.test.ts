import { scored } from '@assay/core'
import { expect, test } from 'vitest'
import { shortfallsOf } from './shortfalls.ts'
import { verdictGroups } from './verdict-groups.ts'

const claims = [
  { id: 'c1', text: 'One.' },
  { id: 'c2', text: 'Two.' },
]
const verdicts = [
  { claim: 'c1', outcome: 'supported', reason: 'yes' },
  { claim: 'c2', outcome: 'unsupported', reason: 'no' },
]
const sample = { retrievedContexts: ['First.', 'Second.'] }
const told = (detail: object): string[] =>
  shortfallsOf(scored({ signature: 's', value: 0.5, reason: 'r', detail }), sample).map(({ kind, text, why }) =>
    [kind, text, why].join(' | '),
  )

test.each<[string, object, string[]]>([
  ['claims', { claims, verdicts }, ['unsupported claim | Two. | no']],
  ['claims left open', { claims, verdicts: [{ claim: 'c1', outcome: 'undecided', reason: '' }] }, ['undecided claim | One. | ']],
  ['names', { entities: claims, verdicts }, ['missing name | Two. | no']],
  [
    'both sides of factual correctness',
    { response: { claims, verdicts }, reference: { claims, verdicts } },
    ['unsupported claim | Two. | no', 'unstated claim of the reference | Two. | no'],
  ],
  ['relevance', { claims, relevance: verdicts }, ['irrelevant claim | Two. | no']],
  ['what counts against a response', { claims, byContexts: verdicts, byReference: verdicts, counted: ['c2'] }, ['counted claim | Two. | ']],
  [
    'what was not used',
    { claims, byContexts: verdicts, byResponse: verdicts, recalled: ['c1', 'c2'], used: ['c2'] },
    ['unused claim | One. | '],
  ],
  [
    'contexts',
    {
      retrieved: [
        { index: 0, useful: true, reason: '' },
        { index: 1, useful: false, reason: 'no' },
        { index: 7, useful: null, reason: '' },
      ],
    },
    ['useless context | Second. | no', 'undecided context | number 8 | '],
  ],
  ['nothing that is known', { claims: 'none', verdicts: 7, retrieved: {}, response: [] }, []],
])('of %s', (_what, detail, lines) => {
  expect(told(detail)).toEqual(lines)
})

test('a detail of any form is read without a fault', () => {
  for (const detail of [null, 'text', 7, [], { verdicts: [null, 7, {}], claims: [null] }, { retrieved: [{}] }])
    expect(
      verdictGroups(detail)
        .flatMap(({ items }) => items)
        .every(({ answer }) => answer === 'undecided'),
    ).toBe(true)
})
