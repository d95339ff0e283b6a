import { readFileSync } from 'node:fs'
import { AssayError } from '@assay/core'
import * as z from 'zod'
import { utf8Text } from '../fixtures/utf8-text.ts'

const runSchema = z.object({
  id: z.string().min(1),
  metrics: z.array(z.object({ name: z.string(), signature: z.string(), evidence: z.enum(['exact', 'judge', 'screen']) })),
})

const rowSchema = z.object({
  id: z.string(),
  inputHash: z.string(),
  cluster: z.string().optional(),
  file: z.string().optional(),
  scores: z.custom<Readonly<Record<string, unknown>>>((value) => typeof value === 'object' && value !== null, 'expected scores by metric'),
})

type ReportRow = z.infer<typeof rowSchema>
export type Report = { readonly run: z.infer<typeof runSchema>; readonly rows: readonly ReportRow[] }

/**
 * The run in a JSON or JSONL file that `assay eval -o` wrote. A JSONL file can hold several runs: the last one counts.
 * @throws AssayError `config` for a file that cannot be read, `data` for a file without a run.
 */
export function readJudgedReport(path: string): Report {
  const text = readText(path)
  return path.toLowerCase().endsWith('.jsonl') ? fromLines(text, path) : fromJson(text, path)
}

/** A text file without its byte order mark. @throws AssayError `config` where it cannot be read, `data` where it is not UTF-8. */
export function readText(path: string): string {
  return utf8Text(readBytes(path), path)
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new AssayError({ kind: 'config', message: `${path} could not be read: ${why}`, cause: error })
  }
}

function fromJson(text: string, path: string): Report {
  return checked(z.object({ run: runSchema, rows: z.array(rowSchema) }), parsed(text, path), path)
}

function fromLines(text: string, path: string): Report {
  let run: Report['run'] | undefined
  let rows: ReportRow[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const place = `${path}:${at + 1}`
    const value = parsed(line, place)
    const isRow = typeof value === 'object' && value !== null && 'scores' in value
    if (isRow) {
      rows.push(checked(rowSchema, value, place))
      continue
    }
    run = checked(z.object({ run: runSchema }), value, place).run
    const isBeginning = typeof value === 'object' && value !== null && !('summary' in value)
    if (isBeginning) rows = []
  }
  if (run === undefined) throw noReport(path, 'it is empty')
  return { run, rows }
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw noReport(place, error instanceof Error ? error.message : String(error))
  }
}

function checked<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw noReport(place, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unexpected'}`)
}

function noReport(place: string, why: string): AssayError {
  return new AssayError({
    kind: 'data',
    message: `${place} is no report of a run (${why}). Give the file that \`assay eval -o report.json\` or \`-o report.jsonl\` wrote.`,
  })
}
