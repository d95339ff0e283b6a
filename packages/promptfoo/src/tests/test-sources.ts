import { isRecord } from '@assay/core'
import { createCsvScanner } from '@assay/datasets'
import { followed } from '../reading/follow-reference.ts'
import { namesFile, type Reading, readDocument, readText, withoutScheme } from '../reading/reading.ts'
import { documentSource, lineSource, type Source, type Written } from '../reading/source.ts'
import { isCode, isNodeCode, loadedCode } from '../reading/trusted-code.ts'
import { assertionOfCell } from './expected-cell.ts'
import { filesNamed } from './file-patterns.ts'

/**
 * The tests of a configuration or a scenario, in order: inline, in files, or both in one list. Tests that cannot be read are added to
 * `reading.unread`.
 * @throws AssayError `config` for a file that cannot be read.
 */
export async function writtenTests(tests: unknown, source: Source, reading: Reading): Promise<Written[]> {
  if (tests === undefined || tests === null) return []
  if (typeof tests === 'string' || isGenerator(tests)) return testsNamed({ value: tests, source }, reading)
  if (!Array.isArray(tests)) throw source.fault('tests are a list, or the name of a file that holds them.')
  const found = await Promise.all(
    tests.map((test: unknown, index) => testsNamed(followed({ value: test, source: source.at([index]) }), reading)),
  )
  return found.flat()
}

/** `{ path: file://tests.csv, config: … }`. */
function isGenerator(value: unknown): value is { readonly path: string; readonly config?: unknown } {
  return isRecord(value) && typeof value['path'] === 'string'
}

async function testsNamed({ value, source }: Written, reading: Reading): Promise<Written[]> {
  const reference = typeof value === 'string' ? value : isGenerator(value) ? value.path : undefined
  if (reference === undefined) return [{ value, source }]
  const config = isGenerator(value) ? value.config : undefined
  if (namesFile(`file://${withoutScheme(reference)}`) === 'code') return testsOfCode({ reference, config, source }, reading)
  const why = whyUnread(reference)
  if (why !== undefined) {
    unread({ reference, why, source }, reading)
    return []
  }
  return filesNamed(reference, source, reading).flatMap((file) => testsOfFile(file, source, reading))
}

function whyUnread(reference: string): string | undefined {
  if (/^(?:https?|huggingface|langfuse|s3|gs|az):\/\//i.test(reference)) return 'only files that hold data are read'
  return /\.xlsx?(?:#.*)?$/i.test(reference) ? 'save the sheet as .csv' : undefined
}

function unread({ reference, why, source }: { reference: string; why: string; source: Source }, { notes, unread: all }: Reading): void {
  const { file, line } = source.place()
  notes.add(`the tests of ${reference} are not read: ${why}`, source.place())
  all.push({
    name: 'tests',
    reason: `The tests of ${reference} are not read: ${why}.`,
    place: line === undefined ? file : `${file}:${line}`,
  })
}

type CodeTests = { readonly reference: string; readonly config: unknown; readonly source: Source }

/** The tests of a module, as in promptfoo: its export, or the result of the function that it exports. */
async function testsOfCode({ reference, config, source }: CodeTests, reading: Reading): Promise<Written[]> {
  if (!isNodeCode(reference) || !reading.trustConfig) {
    const why = isNodeCode(reference)
      ? 'they are code, which runs only with --trust-config'
      : 'they are code in a language that is not run here'
    unread({ reference, why, source }, reading)
    return []
  }
  const exported = await loadedCode(reading, reference)
  const value: unknown = await (isCode(exported) ? exported(config) : exported)
  if (!Array.isArray(value)) throw source.fault(`${reference} gives no list of tests.`)
  const file = withoutScheme(reference)
  const inside = documentSource({ file, value, lineOf: undefined })
  return value.map((test: unknown, index) => ({ value: test, source: inside.at([index]) }))
}

function testsOfFile(reference: string, source: Source, reading: Reading): Written[] {
  const name = reference.toLowerCase()
  return source.located(() => {
    if (/\.[ct]sv$/.test(name)) return testsOfTable(reference, reading)
    if (/\.(?:jsonl|ndjson)$/.test(name)) return testsOfLines(reference, reading)
    if (!/\.(?:ya?ml|json)$/.test(name)) throw source.fault(`${reference}: tests are read from .csv, .tsv, .jsonl, .json and .yaml.`)
    const { value, source: inside } = readDocument(reading, reference)
    const tests: readonly unknown[] = Array.isArray(value) ? value : [value]
    return tests.map((test, index) => followed({ value: test, source: Array.isArray(value) ? inside.at([index]) : inside }))
  })
}

function testsOfLines(reference: string, reading: Reading): Written[] {
  return readText(reading, reference)
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((text, index) => {
      if (text.trim() === '') return []
      const source = lineSource(withoutScheme(reference), index + 1)
      try {
        return [{ value: JSON.parse(text) as unknown, source }]
      } catch (error) {
        throw source.fault(`the line is not one JSON value: ${error instanceof Error ? error.message : String(error)}`)
      }
    })
}

function testsOfTable(reference: string, reading: Reading): Written[] {
  const file = withoutScheme(reference)
  const scanner = createCsvScanner({ delimiter: file.toLowerCase().endsWith('.tsv') ? '\t' : ',', file })
  const tests: Written[] = []
  let names: readonly string[] | undefined
  scanner.push(readText(reading, reference).replace(/^\uFEFF/, ''), (cells, line) => {
    const source = lineSource(file, line)
    if (names === undefined) {
      names = cells.map((cell) => (cell ?? '').trim())
      return
    }
    if (cells.length !== names.length) throw source.fault(`the row has ${cells.length} cells where ${names.length} were due.`)
    tests.push({ value: testOfRow(names, cells, source, reading), source })
  })
  scanner.end()
  return tests
}

/** Columns that begin with two underscores have a meaning; all others are variables. */
function testOfRow(names: readonly string[], cells: readonly (string | undefined)[], source: Source, reading: Reading): object {
  const test: Record<string, unknown> = {}
  const vars: [string, string][] = []
  const metadata: [string, unknown][] = []
  const asserts: { readonly column: string; readonly assertion: ReturnType<typeof assertionOfCell> }[] = []
  for (const [index, name] of names.entries()) {
    const cell = cells[index] ?? ''
    if (/^__expected\d*$/.test(name)) {
      if (cell.trim() !== '') asserts.push({ column: name, assertion: assertionOfCell(cell) })
    } else if (name === '__description') test['description'] = cell
    else if (name === '__providerOutput') test['providerOutput'] = cell === '' ? undefined : cell
    else if (name === '__threshold') test['threshold'] = cell.trim() === '' ? undefined : Number(cell)
    else if (name.startsWith('__metadata:')) metadata.push(metadataOf(name.slice('__metadata:'.length), cell))
    else if (name.startsWith('__config:')) continue
    else if (name === '__metric') continue
    else if (name.startsWith('__')) reading.notes.add(`the column ${name} is not read`, source.place())
    else if (name !== '') vars.push([name, cell])
  }
  const cellOf = (name: string): string => cells[names.indexOf(name)]?.trim() ?? ''
  const metric = cellOf('__metric')
  return {
    ...test,
    vars: Object.fromEntries(vars),
    ...(metadata.length === 0 ? {} : { metadata: Object.fromEntries(metadata) }),
    assert: asserts.map(({ column, assertion }) => {
      const threshold = cellOf(`__config:${column}:threshold`)
      return Object.assign({}, assertion, metric === '' ? {} : { metric }, threshold === '' ? {} : { threshold: Number(threshold) })
    }),
  }
}

/** `__metadata:tags[]` holds a list, with commas between. */
function metadataOf(name: string, cell: string): [string, unknown] {
  if (!name.endsWith('[]')) return [name, cell]
  return [
    name.slice(0, -2),
    cell
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ]
}
