import { isRecord } from '@assay/core'
import { dataError } from '../data-error.ts'
import { excerpt, quoted } from '../excerpt.ts'
import type { RawRecord } from './format.ts'
import { findJsonFault } from './json-fault.ts'
import { repeatedKey } from './repeated-key.ts'

/** How many rows of a file are always checked for duplicate keys. A writer that duplicates keys usually does so in every row. */
export const ALWAYS_CHECKED = 1000

export type JsonRowPlace = {
  readonly file: string
  /** The physical line on which the text begins, from 1. */
  readonly line: number
  /** UTF-16 units before the text in that line. Default: 0. */
  readonly offset?: number
  /** `false` if the text is one line, and faults have a position in it. */
  readonly spansLines: boolean
}

/**
 * The object in a row's JSON text. Its place is computed only for an error.
 * @throws AssayError `data` with line and position if the text is not one JSON object.
 */
export function parseJsonRow(json: string, placeOf: () => JsonRowPlace): RawRecord {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw jsonFault(json, placeOf())
  }
  if (isRecord(value)) return value
  const place = placeOf()
  throw dataError(
    { file: place.file, line: place.line },
    `found ${excerpt(value)}, but each ${place.spansLines ? 'row' : 'line'} must be one object, as in {"reference": "…", "retrieved_contexts": ["…"]}.`,
  )
}

/** @throws AssayError `data` if an object of the row has a duplicate key among what is read: parsers differ on which one counts. */
export function refuseRepeatedKeys(json: string, { file, line }: JsonRowPlace, isRead: (column: string) => boolean = () => true): void {
  const repeated = repeatedKey(json, isRead)
  if (repeated === undefined) return
  const { key, at } = repeated
  throw dataError(
    { file, line: line + linesBefore(json, at), column: key },
    `the key ${quoted(key)} stands twice in one object. Keep one of the two: readers disagree on which of them counts.`,
  )
}

/** The error for a text that `JSON.parse` refused. */
export function jsonFault(json: string, { file, line, offset = 0, spansLines }: JsonRowPlace): Error {
  const { at, what, reason } = findJsonFault(json, spansLines ? 'file' : 'line')
  const start = json.lastIndexOf('\n', at - 1) + 1
  return dataError(
    { file, line: line + linesBefore(json, at), position: at - start + 1 + (start === 0 ? offset : 0) },
    `${what}. ${adviceFor(json, reason, spansLines)}`,
  )
}

function linesBefore(text: string, at: number): number {
  let lines = 0
  for (let feed = text.indexOf('\n'); feed !== -1 && feed < at; feed = text.indexOf('\n', feed + 1)) lines += 1
  return lines
}

function adviceFor(json: string, reason: string, spansLines: boolean): string {
  if (reason === 'not-a-number') return 'JSON has no such number: write null, or leave the column out.'
  if (spansLines && reason === 'unfinished') return 'Was the file cut off, or a quote or bracket not closed?'
  if (reason === 'unfinished') return 'Each row must stand whole on one line: was the file cut off, or the JSON written over several lines?'
  if (!spansLines && reason === 'trailing')
    return json.includes('\r') && !json.endsWith('\r') ? 'End lines with LF or CRLF, not with CR alone.' : 'Put one object on each line.'
  return 'Write the row as JSON (RFC 8259): names and texts in double quotes, no comma after the last value, no comments.'
}
