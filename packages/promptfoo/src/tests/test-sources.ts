import { existsSync, globSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { staysInside } from '@assay/config-kit'
import { createCsvScanner } from '@assay/datasets'
import { assertionOfCell } from './expected-cell.ts'
import { namesFile, type Reading, readDocument, readText, withoutScheme } from '../reading/reading.ts'
import { lineSource, type Source } from '../reading/source.ts'

/** One test as it was written, and where. */
export type RawTest = { readonly value: unknown; readonly source: Source }

/**
 * The tests of a configuration, in order: written out, in files, or both in one list.
 * @throws AssayError `config` for a file that cannot be read.
 */
export function rawTests(tests: unknown, source: Source, reading: Reading): RawTest[] {
  if (tests === undefined || tests === null) return []
  if (typeof tests === 'string') return testsOfFile(tests, source, reading)
  if (!Array.isArray(tests)) throw source.fault('tests are a list, or the name of a file that holds them.')
  return tests.flatMap((test: unknown, index) => {
    const at = source.at([index])
    return typeof test === 'string' ? testsOfFile(test, at, reading) : [{ value: test, source: at }]
  })
}

function testsOfFile(reference: string, source: Source, reading: Reading): RawTest[] {
  const name = reference.toLowerCase()
  if (/^(?:https?|huggingface|s3|gs):\/\//.test(name) || namesFile(`file://${withoutScheme(name)}`) === 'code') {
    reading.notes.add(`the tests of ${reference} are not read: only files that hold data are`, source.place())
    return []
  }
  if (isPattern(reference, reading)) return filesLike(reference, source, reading).flatMap((file) => testsOfFile(file, source, reading))
  return source.located(() => {
    if (/\.[ct]sv$/.test(name)) return testsOfTable(reference, reading)
    if (/\.(?:jsonl|ndjson)$/.test(name)) return testsOfLines(reference, reading)
    if (!/\.(?:ya?ml|json)$/.test(name)) throw source.fault(`${reference}: tests are read from .csv, .tsv, .jsonl, .json and .yaml.`)
    const { value, source: inside } = readDocument(reading, reference)
    return Array.isArray(value)
      ? value.map((test: unknown, index) => ({ value: test, source: inside.at([index]) }))
      : [{ value, source: inside }]
  })
}

/** A file that is there is itself, whatever signs its name holds. */
function isPattern(reference: string, { folder }: Reading): boolean {
  const path = withoutScheme(reference)
  return /[*?[\]{}]/.test(path) && !existsSync(resolve(folder, path))
}

/** In the order of their names. Where it may not look, it does not: each file found is checked again as it is read. */
function filesLike(reference: string, source: Source, { folder, trustConfig }: Reading): string[] {
  const pattern = withoutScheme(reference)
  if (!trustConfig && !staysInside(pattern, folder))
    throw source.fault(`${reference} looks outside the folder of the configuration. Move the files there, or pass --trust-config.`)
  const files = globSync(pattern, { cwd: folder }).filter((path) => statSync(resolve(folder, path), { throwIfNoEntry: false })?.isFile())
  if (files.length === 0)
    throw source.fault(`${reference} matches no file in ${folder}. \`*\` stands for a part of a name, \`**\` for folders at any depth.`)
  return files.toSorted((a, b) => (a < b ? -1 : 1)).map((path) => `file://${path}`)
}

function testsOfLines(reference: string, reading: Reading): RawTest[] {
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

function testsOfTable(reference: string, reading: Reading): RawTest[] {
  const file = withoutScheme(reference)
  const scanner = createCsvScanner({ delimiter: file.toLowerCase().endsWith('.tsv') ? '\t' : ',', file })
  const tests: RawTest[] = []
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

/** Columns that begin with two underscores mean something, all others are variables. */
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
