import { readFileSync } from 'node:fs'
import { evaluate } from '@assay/runner'
import { describe, expect, it } from 'vitest'
import { reported, rowsOf, valuesMetric } from './__fixtures__/sample-run.ts'
import { useTempFolder } from './__fixtures__/temp-folder.ts'
import { reporterFor } from './reporter-for.ts'

const inFolder = useTempFolder()

async function* rows() {
  const row = (index: number, file: string) => ({ sample: { id: 'q1' }, idGiven: true, index, columns: {}, file })
  yield await Promise.resolve([row(0, 'de.jsonl'), row(1, 'fr.jsonl')])
}

async function report(name: string, groupBy: readonly string[]): Promise<string> {
  const evaluation = evaluate({ data: { [Symbol.asyncIterator]: rows }, metrics: [valuesMetric([0.5, 0.25])], groupBy })
  const found = await rowsOf(evaluation)
  await reported(reporterFor(inFolder(name)), { run: evaluation.run, rows: found, summary: await evaluation.result() })
  return readFileSync(inFolder(name), 'utf8')
}

describe('where files are groups, rows of one id are told apart by their file', () => {
  it.each([
    [
      'out.json',
      [
        '"id":"q1",',
        ',"file":"de.jsonl","groups":{"file":"de.jsonl"},"scores"',
        ',"file":"fr.jsonl","groups":{"file":"fr.jsonl"},"scores"',
      ],
    ],
    ['out.jsonl', [',"file":"de.jsonl","groups":{"file":"de.jsonl"},"scores"', ',"file":"fr.jsonl","groups":{"file":"fr.jsonl"},"scores"']],
    ['out.csv', ['response,file,values.value', ',de.jsonl,0.5', ',fr.jsonl,0.25']],
    ['out.xml', ['name="de.jsonl: q1"', 'name="fr.jsonl: q1"']],
    ['out.md', ['`de.jsonl: q1`', '`fr.jsonl: q1`']],
    ['out.txt', ['de.jsonl: q1', 'fr.jsonl: q1']],
    ['out.html', ['"id":"de.jsonl: q1"', '"id":"fr.jsonl: q1"']],
  ])('%s', async (name, texts) => {
    const text = (await report(name, ['file'])).replaceAll('\\.', '.')
    for (const held of texts) expect(text).toContain(held)
  })

  it('and where they are none, they are not named', async () => {
    for (const name of ['out.json', 'out.csv', 'out.xml']) expect(await report(name, ['topic'])).not.toContain('de.jsonl')
  })
})

describe('what nobody reads may hold anything, and ends no report', () => {
  const odd: unknown = { id: 'x', userInput: { text: 'q' }, reference: 7, retrievedContexts: ['a', { title: 'b' }], referenceContexts: 'c' }

  it.each(['out.json', 'out.csv', 'out.xml', 'out.md', 'out.txt', 'out.html'])('%s', async (name) => {
    const evaluation = evaluate({ data: [odd as object], metrics: [valuesMetric([0.5])] })
    const found = await rowsOf(evaluation)
    await reported(reporterFor(inFolder(name)), { run: evaluation.run, rows: found, summary: await evaluation.result() })
    expect(readFileSync(inFolder(name), 'utf8')).toContain('0.5')
  })

  it('it is shown as JSON', async () => {
    const evaluation = evaluate({ data: [odd as object], metrics: [valuesMetric([0.5])] })
    const found = await rowsOf(evaluation)
    await reported(reporterFor(inFolder('out.html')), { run: evaluation.run, rows: found, summary: await evaluation.result() })
    const page = readFileSync(inFolder('out.html'), 'utf8')
    expect(page).toContain(String.raw`"question":"{\"text\":\"q\"}","reference":"7","contexts":["a","{\"title\":\"b\"}"]`)
  })
})
