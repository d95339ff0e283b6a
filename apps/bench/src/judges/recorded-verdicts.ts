import { readFileSync } from 'node:fs'
import { AssayError, configError } from '@assay/core'
import * as z from 'zod'
import type { ItemVerdict, Verdicts } from '../figures/judged.ts'
import { utf8Text } from '../fixtures/utf8-text.ts'

const LONGEST_REASON = 600

const verdictRow = z.looseObject({
  item: z.string({ error: 'must be the id of an item' }),
  judge: z.string({ error: 'must name the judge' }),
  supported: z.boolean({ error: 'must be true, false, or null where the reply could not be read' }).nullable(),
  probability: z.number().min(0).max(1).optional(),
  raw: z.string().optional(),
})

export type RecordedJudge = { readonly name: string; readonly verdicts: Verdicts }

/**
 * One judge's verdicts from a file of recorded verdicts: `{ item, judge, supported, probability?, raw? }` per line. `item` is the id of an item.
 * @param written `FILE#judge`, or `FILE` if it holds one judge.
 * @throws AssayError `config` for a missing file or judge; `data` with the line of an invalid verdict.
 */
export function recordedVerdicts(written: string): RecordedJudge {
  const hash = written.lastIndexOf('#')
  const [file, wanted] = hash === -1 ? [written, undefined] : [written.slice(0, hash), written.slice(hash + 1)]
  const judges = verdictsByJudge(file)
  const names = [...judges.keys()]
  const name = wanted ?? (names.length === 1 ? names[0] : undefined)
  const verdicts = name === undefined ? undefined : judges.get(name)
  if (name !== undefined && verdicts !== undefined) return { name, verdicts }
  const what = wanted === undefined ? 'holds several judges' : `holds no judge ${JSON.stringify(wanted)}`
  throw configError(`${file} ${what}. Name one of them, as in verdicts:${file}#${names[0] ?? 'judge'}; it holds: ${names.join(', ')}.`)
}

function verdictsByJudge(file: string): ReadonlyMap<string, Map<string, ItemVerdict>> {
  const judges = new Map<string, Map<string, ItemVerdict>>()
  for (const [at, line] of utf8Text(readBytes(file), file).split('\n').entries()) {
    if (line.trim() === '') continue
    const { item, judge, supported, probability, raw } = verdictFrom(line, `${file}, line ${at + 1}`)
    const own = judges.get(judge) ?? new Map<string, ItemVerdict>()
    judges.set(judge, own)
    if (own.has(item)) throw dataError(`${file}, line ${at + 1}`, `${judge} has a verdict on ${JSON.stringify(item)} already`)
    own.set(item, {
      verdict: supported === null ? null : supported ? 1 : 0,
      ...(supported === null ? { cause: 'invalid_reply' } : {}),
      ...(probability === undefined ? {} : { probability }),
      ...(raw === undefined ? {} : { reason: raw.slice(0, LONGEST_REASON).toWellFormed() }),
    })
  }
  return judges
}

function verdictFrom(line: string, place: string): z.infer<typeof verdictRow> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw dataError(place, `not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const result = verdictRow.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw dataError(place, `field ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not as expected'}`)
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new AssayError({ kind: 'config', message: `--judge verdicts:${file} could not be read: ${why}`, cause: error })
  }
}

function dataError(place: string, what: string): AssayError {
  return new AssayError({ kind: 'data', message: `${place}: ${what}. Expected { item, judge, supported }, one object per line.` })
}
