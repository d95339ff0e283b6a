import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { hostileRows } from './__fixtures__/checked-run.ts'
import { finishedRun, reported } from './__fixtures__/sample-run.ts'
import { useTempFolder } from './__fixtures__/temp-folder.ts'
import { reporterFor } from './reporter-for.ts'

const inFolder = useTempFolder()

describe('a report file', () => {
  it.each([
    ['json', /^\{"schemaVersion":1,"rows":\[/],
    ['jsonl', /^\{"schemaVersion":1,"run":/],
    ['csv', /^id,index,cluster/],
    ['xml', /^<\?xml/],
    ['md', /^## Assay\n/],
    ['html', /^<!doctype html>/],
    ['txt', /^8 rows in /],
    ['JSON', /^\{"schemaVersion":1,"rows":\[/],
  ])('that ends in .%s has that format, and says how long it is', async (ending, beginning) => {
    const path = inFolder(`out.${ending}`)
    const { bytes } = await reported(reporterFor(path), await finishedRun())
    expect(readFileSync(path, 'utf8')).toMatch(beginning)
    expect(readFileSync(path)).toHaveLength(bytes)
  })

  it('in plain text is the report of the terminal without colour', async () => {
    const path = inFolder('out.txt')
    await reported(reporterFor(path), await finishedRun(hostileRows))
    const text = readFileSync(path, 'utf8')
    expect(text).toContain('\nWorst rows\n')
    expect(text).not.toMatch(/[[\p{Cc}--\n]\p{Bidi_Control}]/v)
  })

  it('with an ending no format has is refused, listing what there is', () => {
    expect(() => reporterFor('out.pdf')).toThrow(/out\.pdf ends in \.pdf.*\.json, \.jsonl, \.csv, \.xml, \.md, \.html, \.txt/)
    expect(() => reporterFor('out')).toThrow(/out has no ending.*\.json/)
  })

  it('can be added to only where it has an end to add to', () => {
    expect(() => reporterFor('out.json', { append: true })).toThrow(/out\.json cannot be added to/)
    expect(() => reporterFor('out.jsonl', { append: true })).not.toThrow()
  })

  it('given up before it was begun does nothing', async () => {
    await expect(reporterFor(inFolder('out.html')).abandon()).resolves.toBeUndefined()
  })
})

it('importing the package loads no format but JSON, and nothing from outside but what that takes', () => {
  const reached = new Set<string>()
  const outside = new Set<string>()
  const visit = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    for (const [, what, from = ''] of readFileSync(file, 'utf8').matchAll(/^(import|export) (?!type)[^;]*? from '([^']+)'/gm)) {
      if (what === undefined) continue
      if (from.startsWith('.')) visit(join(dirname(file), from))
      else if (!from.startsWith('node:')) outside.add(from)
    }
  }
  visit(fileURLToPath(new URL('index.ts', import.meta.url)))
  expect(Array.from(reached).filter((file) => /html\/|html-page|client-script|(?:run|markdown)-page|(?:junit|csv)\//.test(file))).toEqual(
    [],
  )
  expect(Array.from(outside).toSorted()).toEqual(['@assay/core', '@assay/runner'])
})
