import { dataError } from './data-error.ts'
import { excerpt } from './excerpt.ts'
import type { DataFile, Format, RawRecord, RawRow } from './format.ts'
import { findJsonFault } from './json-fault.ts'
import { rowsBeforeFault } from './rows-before-fault.ts'
import { textBlocks } from './text-blocks.ts'

/** One JSON object a line. Blank lines, a byte order mark and CRLF are tolerated. */
export const jsonlFormat: Format = { name: 'jsonl', endings: ['.jsonl', '.ndjson'], cells: false, read: readJsonl }

async function* readJsonl(file: DataFile): AsyncGenerator<readonly RawRow[]> {
  let line = 1
  const fill = (block: string, rows: RawRow[]): void => {
    for (let start = 0; start < block.length; line += 1) {
      const feed = block.indexOf('\n', start)
      const end = feed === -1 ? block.length : feed
      const json = block.slice(start, end)
      start = end + 1
      if (!isBlank(json)) rows.push({ record: parseRecord(json, file, line), line, json })
    }
  }
  for await (const block of textBlocks(file, () => line)) yield* rowsBeforeFault((rows) => fill(block, rows))
}

function isBlank(text: string): boolean {
  return !text.startsWith('{') && text.trim() === ''
}

function parseRecord(json: string, file: DataFile, line: number): RawRecord {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const fault = findJsonFault(json)
    throw dataError({ file: file.path, line, position: fault.at + 1 }, `${fault.what}. ${adviceFor(json, fault.reason)}`)
  }
  if (isRecord(value)) return value
  throw dataError(
    { file: file.path, line },
    `found ${excerpt(value)}, but each line must be one object, as in {"reference": "…", "retrieved_contexts": ["…"]}.`,
  )
}

function isRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function adviceFor(json: string, reason: string): string {
  if (reason === 'unfinished') return 'Each row must stand whole on one line: was the file cut off, or the JSON written over several lines?'
  if (reason === 'trailing')
    return json.includes('\r') && !json.endsWith('\r') ? 'End lines with LF or CRLF, not with CR alone.' : 'Put one object on each line.'
  if (reason === 'not-a-number') return 'JSON has no such number: write null, or leave the column out.'
  return 'Write the row as JSON (RFC 8259): names and texts in double quotes, no comma after the last value, no comments.'
}
