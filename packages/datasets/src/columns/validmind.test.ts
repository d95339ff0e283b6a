import { describe, expect, it } from 'vitest'
import { samplesIn } from '../__fixtures__/temp-data.ts'

const rows = [
  {
    prompt: 'Where is Oslo?',
    rag_prediction: { retrieved_contexts: ['Oslo is in Norway.'], context: 'One.', reference: 'In Norway.' },
    my_gold: 'North.',
  },
  { prompt: 'Where is Rome?', rag_prediction: { retrieved_contexts: [], context: 'Two.', reference: 'In Italy.' }, my_gold: 'South.' },
]
const jsonl = rows.map((row) => `${JSON.stringify(row)}\n`).join('')

describe('the three ways in which ValidMind names columns', () => {
  it('by a name of its own', async () => {
    const columns = { user_input: 'prompt', reference: 'my_gold' }
    expect(await samplesIn('a.jsonl', jsonl, { columns })).toEqual([
      { id: 'row-1', userInput: 'Where is Oslo?', reference: 'North.' },
      { id: 'row-2', userInput: 'Where is Rome?', reference: 'South.' },
    ])
  })

  const csv = `prompt,rag_prediction\n${rows.map(({ prompt, rag_prediction: held }) => `${prompt},"{'retrieved_contexts': ${JSON.stringify(held.retrieved_contexts).replaceAll('"', "'")}, 'reference': '${held.reference}'}"\n`).join('')}`

  it.each([
    ['a.jsonl', jsonl],
    ['a.csv', csv],
  ])('by a key of a nested prediction column (%s)', async (name, content) => {
    const columns = { retrieved_contexts: 'rag_prediction.retrieved_contexts', reference: 'rag_prediction.reference' }
    expect(await samplesIn(name, content, { columns })).toEqual([
      { id: 'row-1', retrievedContexts: ['Oslo is in Norway.'], reference: 'In Norway.' },
      { id: 'row-2', retrievedContexts: [], reference: 'In Italy.' },
    ])
  })

  it('by a function of the row', async () => {
    const columns = {
      retrieved_contexts: (row: Readonly<Record<string, unknown>>) => [Object(row['rag_prediction']).context],
      reference: 'my_gold',
    }
    expect(await samplesIn('a.jsonl', jsonl, { columns })).toEqual([
      { id: 'row-1', retrievedContexts: ['One.'], reference: 'North.' },
      { id: 'row-2', retrievedContexts: ['Two.'], reference: 'South.' },
    ])
  })

  it('what most functions did, a JSONPath does', async () => {
    const columns = { retrieved_contexts: '$.rag_prediction..context' }
    expect(await samplesIn('a.jsonl', jsonl, { columns })).toMatchObject([{ retrievedContexts: ['One.'] }, { retrievedContexts: ['Two.'] }])
  })
})
