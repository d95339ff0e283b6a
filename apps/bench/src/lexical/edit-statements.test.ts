import { indexContexts } from '@assay/judge/lexical-screen'
import { describe, expect, test } from 'vitest'
import { editStatements } from './edit-statements.ts'
import type { LabelledRow } from './labelled-row.ts'
import { seededRandom } from '@assay/stats'

const labelled = (statement: string, contexts: string[], label: 0 | 1): LabelledRow => ({ id: 'r', statement, contexts, label })
const rows = [
  labelled('In 1889 the tower of Gustave was built.', ['Gustave built it in 1889, not in 1890 or 1891.'], 1),
  labelled('It was not the house of Carmine.', ['It was the house of Anna.'], 1),
  labelled('It was the house of Carmine.', ['x'], 0),
]
const indexes = rows.map(({ contexts }) => indexContexts(contexts))
const edits = editStatements(rows, indexes, seededRandom(1))
const made = (row: number, edit: string): string | undefined => edits.find((one) => one.row === row && one.edit === edit)?.statement

describe('edits of supported statements', () => {
  test('a number becomes one that the contexts do not hold', () => {
    const year = /^In (\d+) the tower/.exec(made(0, 'number') ?? '')?.[1]
    expect(year).toMatch(/^\d{4}$/)
    expect(indexes[0]?.hasNumber(year ?? '1889')).toBe(false)
  })

  test('a name becomes another of the source that the contexts do not hold', () => {
    expect(made(0, 'name')).toBe('In 1889 the tower of Carmine was built.')
  })

  test('a negation is put in or taken out', () => {
    expect(made(0, 'negation')).toBe('In 1889 the tower of Gustave was not built.')
    expect(made(1, 'negation')).toBe('It was the house of Carmine.')
  })

  test('unsupported statements are left alone, and so is what has no such detail', () => {
    expect(edits.some((one) => one.row === 2)).toBe(false)
    expect(made(1, 'number')).toBeUndefined()
  })

  test('the same seed gives the same edits', () => {
    expect(editStatements(rows, indexes, seededRandom(1))).toEqual(edits)
  })
})
