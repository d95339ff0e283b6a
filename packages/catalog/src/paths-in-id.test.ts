import { expect, it } from 'vitest'
import { pathsInId } from './paths-in-id.ts'

it.each([
  ['recorded:judge.jsonl', 'judge.jsonl'],
  ['recorded:judge.jsonl#openai:gpt-5-mini', 'judge.jsonl'],
  ['recorded:runs#1/judge.jsonl#openai:gpt-5-mini', 'runs#1/judge.jsonl'],
  ['./judge.ts#name', './judge.ts'],
  ['./judge.ts', './judge.ts'],
  ['verdicts:labels.jsonl#judge', 'labels.jsonl'],
])('%s leads to %s', (id, path) => expect(pathsInId(id)).toContain(path))
