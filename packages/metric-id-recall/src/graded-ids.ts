import { AssayError, type Sample } from '@assay/core'
import { idTexts } from './id-texts.ts'

/** With greater grades a sum of gains could lose whole numbers, or overflow. */
const HIGHEST_GRADE = Number.MAX_SAFE_INTEGER

/**
 * The distinct reference ids with their grades, in the order of the reference; 1 for each in a row without grades.
 * @throws AssayError `data` if a grade is not a finite number, the grades are not parallel to the ids, or one id has two grades.
 */
export function gradedIds(sample: Sample): ReadonlyMap<string, number> {
  const ids = idTexts(sample, 'referenceContextIds')
  const grades = gradesOf(sample, ids.length)
  const graded = new Map<string, number>()
  for (const [index, id] of ids.entries()) {
    const grade = grades === undefined ? 1 : grades[index]
    if (typeof grade !== 'number' || !(Math.abs(grade) <= HIGHEST_GRADE)) {
      throw invalid(sample, `referenceContextGrades[${index}] is ${shown(grade)}. A grade is a number up to 2^53; correct the row`)
    }
    const before = graded.get(id)
    if (before !== undefined && before !== grade) {
      throw invalid(sample, `the reference id ${shown(id)} has the grades ${before} and ${grade}. Keep one of the two`)
    }
    graded.set(id, grade)
  }
  return graded
}

/**
 * The ids of at least this grade.
 * @throws AssayError `data` as `gradedIds` does, and if a row without grades is scored with a level above 1.
 */
export function idsFromGrade(sample: Sample, graded: ReadonlyMap<string, number>, level: number): readonly string[] {
  if (level > 1 && !hasGrades(sample)) {
    throw invalid(
      sample,
      `ids are relevant from grade ${level} on, but there are no referenceContextGrades. Add the grades, or ask for level 1`,
    )
  }
  return [...graded].flatMap(([id, grade]) => (grade >= level ? [id] : []))
}

export function hasGrades({ referenceContextGrades: grades }: Sample): boolean {
  return grades !== undefined && grades !== null
}

function gradesOf(sample: Sample, count: number): readonly unknown[] | undefined {
  if (!hasGrades(sample)) return undefined
  const grades: unknown = sample.referenceContextGrades
  if (!Array.isArray(grades))
    throw invalid(sample, `referenceContextGrades is ${shown(grades)} where a list of numbers is due. Write [2, 0, 1]`)
  if (grades.length === count) return grades
  throw invalid(
    sample,
    `there are ${grades.length} referenceContextGrades for ${count} referenceContextIds. Give each id its grade, in the same order`,
  )
}

function invalid({ id }: Sample, fault: string): AssayError {
  const row = id === undefined ? 'This row' : `Row ${JSON.stringify(id)}`
  return new AssayError({ kind: 'data', message: `${row}: ${fault}.` })
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length <= 80 ? value : `${value.slice(0, 80).toWellFormed()}…`)
  return typeof value === 'object' && value !== null ? 'no number' : String(value)
}
