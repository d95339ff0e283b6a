import { expect, it } from 'vitest'
import { fileNames } from './file-names.ts'

it.each([
  [['data/rows.jsonl'], ['rows.jsonl']],
  [
    ['data/de.jsonl', 'data/fr.jsonl'],
    ['de.jsonl', 'fr.jsonl'],
  ],
  [
    ['/x/data/de/rows.jsonl', '/x/data/fr/rows.jsonl'],
    ['de/rows.jsonl', 'fr/rows.jsonl'],
  ],
  [
    ['rows.jsonl', 'more/rows.jsonl'],
    ['rows.jsonl', 'more/rows.jsonl'],
  ],
  [
    ['a/b.jsonl', 'a/b.jsonl'],
    ['b.jsonl', 'b.jsonl'],
  ],
  [['standard input'], ['standard input']],
])('files are called what tells them apart: %j', (paths, names) => {
  expect(fileNames(paths)).toEqual(names)
})
