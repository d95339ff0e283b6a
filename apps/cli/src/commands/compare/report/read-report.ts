import { createReadStream, statSync } from 'node:fs'
import { AssayError, isRecord } from '@assay/core'
import { linesOf } from '@assay/reporters/parts'
import { commandName } from '../../../command-name.ts'

/** A line of a report: a row, or what it says of the run, which a report says again at its end. */
export type ReportLine = { readonly row: string; readonly line: number } | { readonly about: Readonly<Record<string, unknown>> }

async function* textsOf(path: string): AsyncGenerator<string, void, undefined> {
  try {
    for await (const text of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 })) yield String(text)
  } catch (error) {
    throw wrong('config', `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** How a JSON report begins; rows follow, one on each line. */
const JSON_START = '{"schemaVersion":1,"rows":['

/**
 * Reads a JSON or JSONL report of `assay eval` line by line: only one piece of the file is held. What is told last of the run holds. The
 * texts of rows are not parsed. A JSONL report that was interrupted ends with its last whole row.
 * @throws AssayError `config` where there is no such file, `data` naming the line where it is no report.
 */
export async function* readReport(path: string): AsyncGenerator<readonly ReportLine[], void, undefined> {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw wrong('config', `There is no file ${path}. Name a report: ${commandName()} eval … -o report.json`)
  if (!found.isFile()) throw wrong('config', `${path} is no file. A report is read twice: write it to a file first.`)
  let reader: ReturnType<typeof jsonReader> | undefined
  let line = 0
  for await (const texts of linesOf(textsOf(path))) {
    const lines: ReportLine[] = []
    for (const raw of texts) {
      line += 1
      const text = (line === 1 ? raw.replace(/^\uFEFF/, '') : raw).replace(/\r$/, '')
      if (text === '' && reader === undefined) throw notOurs(path, 'its first line is empty')
      reader ??= text === JSON_START ? jsonReader(path) : jsonlReader(path, text)
      const read = reader.line(text, line)
      if (read !== undefined) lines.push(read)
    }
    yield lines
  }
  if (reader === undefined) throw notOurs(path, 'it is empty')
  yield [reader.end()].filter((last) => last !== undefined)
}

type Reader = {
  readonly line: (text: string, line: number) => ReportLine | undefined
  readonly end: () => ReportLine | undefined
}

function jsonReader(path: string): Reader {
  let tail: string | undefined
  return {
    line(text, line) {
      if (line === 1) return undefined
      if (tail !== undefined) tail += `${text}\n`
      else if (text === ']' || text === '],' || text === ']}') tail = `${text}\n`
      else return { row: text.endsWith(',') ? text.slice(0, -1) : text, line }
      return undefined
    },
    end() {
      if (tail === undefined) throw wrong('data', `${path} ends within its rows. Write it again, or compare the .jsonl of that run.`)
      return { about: parsed(`{"rows":[${tail}`, path, 'behind its rows') }
    },
  }
}

function jsonlReader(path: string, first: string): Reader {
  const head = parsed(first, path, 'on line 1')
  if (typeof head['schemaVersion'] === 'number' && head['schemaVersion'] !== 1) {
    throw wrong('data', `${path} is a report of form ${head['schemaVersion']}, which this Assay does not know. Use the one that wrote it.`)
  }
  if ('rows' in head) throw notOurs(path, 'all of it stands on one line')
  if (head['schemaVersion'] !== 1 || !isRecord(head['run'])) throw notOurs(path, 'its first line names no run')
  let open: { readonly text: string; readonly line: number } | undefined
  const settle = (): ReportLine | undefined => {
    const held = open
    open = undefined
    if (held === undefined) return undefined
    // Rows begin with their id: the long texts are parsed once, where they are read.
    if (!held.text.startsWith('{"schemaVersion"')) return { row: held.text, line: held.line }
    return { about: parsed(held.text, path, `on line ${held.line}`) }
  }
  return {
    line(text, line) {
      if (text === '') return undefined
      const before = settle()
      open = { text, line }
      return before
    },
    end() {
      if (open !== undefined && !isJson(open.text)) {
        open = undefined
        return undefined
      }
      return settle()
    },
  }
}

function parsed(text: string, path: string, where: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // Said below, with what to do.
  }
  throw notOurs(path, `there is no JSON object of a report ${where}`)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function notOurs(path: string, why: string): AssayError {
  return wrong(
    'data',
    `${path} is no report as assay eval writes it: ${why}. compare reads .json and .jsonl line by line, as written: give it the file of -o, not a reformatted one.`,
  )
}

function wrong(kind: 'config' | 'data', message: string): AssayError {
  return new AssayError({ kind, message })
}
