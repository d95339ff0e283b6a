import { scriptedAdapter } from '@assay/testkit'

/** Finds two claims and supports the first. */
export const halfJudge = scriptedAdapter(({ output }) =>
  output?.name === 'claims'
    ? JSON.stringify({ claims: ['Oslo is in Norway.', 'Oslo has trams.'] })
    : JSON.stringify({
        verdicts: [
          { claim: 'c1', reason: 'The context says so.', evidence: [], supported: true },
          { claim: 'c2', reason: 'No context speaks of \u001b[31mtrams.', evidence: [], supported: false },
        ],
      }),
)

/** Answers, but never with verdicts. */
export const rambler = scriptedAdapter(() => 'It depends.')

export const oslo = {
  userInput: 'What is there to know of Oslo?',
  reference: 'Oslo is in Norway and has trams.',
  retrievedContexts: ['Oslo lies in Norway.'],
  referenceContexts: ['Oslo lies in Norway.', 'Trams run in Oslo since 1875.'],
  retrievedContextIds: ['a', 'x'],
  referenceContextIds: ['a', 'b', 'c'],
}
