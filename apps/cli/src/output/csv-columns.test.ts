import { expect, it } from 'vitest'
import { csvColumns } from './csv-columns.ts'

const columns = (...names: string[]) => csvColumns(names, '--csv-columns')

it('columns of a CSV report are named as in data files, in any of their names', () => {
  expect(columns('question', ' answer', 'ground_truth', 'retrievedContexts', 'metadata', 'metadata.topic.sub')).toEqual([
    { name: 'question', path: ['userInput'] },
    { name: 'answer', path: ['response'] },
    { name: 'ground_truth', path: ['reference'] },
    { name: 'retrievedContexts', path: ['retrievedContexts'] },
    { name: 'metadata', path: ['metadata'] },
    { name: 'metadata.topic.sub', path: ['metadata', 'topic', 'sub'] },
  ])
})

it('those that stand in every file need not be named, and none is a choice', () => {
  expect(columns('id', 'response', 'cluster', 'index')).toEqual([{ name: 'response', path: ['response'] }])
  expect(columns('')).toEqual([])
})

it.each([
  [['questin'], '--csv-columns: there is no field "questin". Did you mean question? Name fields as in data files: id, user_input,'],
  [['user_input.text'], '--csv-columns: there is no field "user_input.text".'],
  [['metadata..topic'], '--csv-columns: there is no field "metadata..topic".'],
  [['ground_truths'], 'there is no field "ground_truths". Did you mean ground_truth?'],
  [['question', 'user_input'], '--csv-columns: question and user_input are one field. Keep one of the two.'],
])('%j is refused, with what was meant', (names, message) => {
  expect(() => columns(...names)).toThrow(message)
  expect(() => columns(...names)).toThrow(expect.objectContaining({ kind: 'config' }))
})
