import { readFileSync } from 'node:fs'
import { idBasedContextRecall } from '@assay/metric-id-recall'
import { XmlDocument, type XmlElement } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import { checkedRun, gates, hostileRows } from '../__fixtures__/checked-run.ts'
import { openRun } from '../__fixtures__/open-run.ts'
import { finishedRun, type FinishedRun, reported } from '../__fixtures__/sample-run.ts'
import { useTempFolder } from '../__fixtures__/temp-folder.ts'
import { reporterFor } from '../reporter-for.ts'
import type { ReportExtras } from '../reporter.ts'

const inFolder = useTempFolder()

async function written(run: FinishedRun, extras?: ReportExtras): Promise<XmlDocument> {
  const path = inFolder('out.xml')
  const reporter = reporterFor(path)
  await reporter.begin(run.run)
  for (const row of run.rows) await reporter.rows([row])
  await reporter.end(run.summary, extras)
  return XmlDocument.fromString(readFileSync(path, 'utf8'))
}

const attribute = (node: XmlElement | null, name: string): string | undefined => node?.attr(name)?.value
const found = (document: XmlDocument, path: string): XmlElement[] => document.find(path) as XmlElement[]

describe('a JUnit result', () => {
  it('has a test case for each score and each row with checks, and counts them rightly', async () => {
    const run = await checkedRun()
    using document = await written(run, { gates })
    const scores = run.rows.flatMap(({ result }) => Object.values(result.scores))
    const rowGates = run.rows.map(({ result }) => result.gate?.passed)
    const count = (suite: string, path = ''): number => found(document, `//testsuite[@name="${suite}"]/testcase${path}`).length
    expect(count('rows')).toBe(scores.length + rowGates.length)
    // Of rows that reach their mean all the same, a failed check is none of the build.
    const failed = run.rows.flatMap(({ result: { gate, scores: own } }) => (gate?.passed === true ? [] : Object.values(own)))
    expect(count('rows', '/failure')).toBe(
      failed.filter(({ passed }) => passed === false).length + rowGates.filter((passed) => passed === false).length,
    )
    expect(count('rows', '/error')).toBe(
      scores.filter(({ status }) => status === 'unscored').length + rowGates.filter((passed) => passed === null).length,
    )
    expect([count('rows', '/failure'), count('rows', '/error')].every((n) => n > 0)).toBe(true)
    for (const suite of ['rows', 'gates']) {
      const element = document.get(`//testsuite[@name="${suite}"]`) as XmlElement
      expect(['tests', 'failures', 'errors', 'skipped'].map((name) => Number(attribute(element, name)))).toEqual([
        count(suite),
        count(suite, '/failure'),
        count(suite, '/error'),
        0,
      ])
    }
    expect(['tests', 'failures', 'errors'].map((name) => Number(attribute(document.root, name)))).toEqual(
      ['', '/failure', '/error'].map((path) => count('rows', path) + count('gates', path)),
    )
  })

  it('says in a failure which claims lack support, and in an error the cause', async () => {
    using document = await written(await checkedRun())
    const failure = document.get('//testcase[@classname="context_recall" and @name="list-1"]/failure')
    expect(failure?.content).toContain('- unsupported claim: Spring is one. (No context says so.)')
    const error = document.get('//testcase[@classname="context_recall" and @name="none-1"]/error') as XmlElement
    expect(attribute(error, 'type')).toBe('refused')
    expect(error.content).toContain('verbatim refuses to judge this')
  })

  it('fails nothing without checks', async () => {
    using document = await written(await finishedRun())
    expect(found(document, '//failure')).toHaveLength(0)
    expect(document.get('//testcase[@name="moon-2"]/system-out')?.content).toMatch(/^0\.500 {2}1 of 2 claims/)
  })

  it('is well-formed whatever stands in the data', async () => {
    using document = await written(await finishedRun(hostileRows))
    expect(found(document, '//testcase')).toHaveLength(hostileRows.length * 3)
    expect(found(document, '//testcase[starts-with(@name, "0 everything")]')[0]?.attr('name')?.value).toContain('\\x1b[31mred')
  })

  it('carries the exact figures of each metric, and why a run was stopped', async () => {
    const run = await finishedRun()
    using document = await written({ ...run, summary: { ...run.summary, stopped: { cause: 'quota', reason: 'none left' } } })
    const value = (name: string): string | undefined => attribute(document.get(`//property[@name="${name}"]`) as XmlElement, 'value')
    expect(Number(value('context_recall.mean'))).toBe(run.summary.metrics['context_recall']?.mean)
    expect(value('stopped')).toBe('none left')
  })

  it('of a run that stopped early has an error for that, though every row that was scored passed', async () => {
    const run = await finishedRun([{ id: 'a', referenceContextIds: ['x'], retrievedContextIds: ['x'] }], [idBasedContextRecall()])
    const stopped = { cause: 'budget', reason: 'The budget is <spent>.' } as const
    using document = await written({ ...run, summary: { ...run.summary, stopped } }, { gates })
    const error = document.get('//testsuite[@name="run"]/testcase[@classname="run" and @name="stopped early"]/error') as XmlElement
    expect([attribute(error, 'type'), attribute(error, 'message'), error.content]).toEqual(['budget', stopped.reason, stopped.reason])
    const counted = ['tests', 'failures', 'errors'].map((name) => Number(attribute(document.root, name)))
    expect(counted).toEqual([1 + gates.length + 1, 1, 1 + 1])
  })

  it('calls a gate by its condition alone, and tells what was found beside it', async () => {
    const condition = 'context_recall: mean at least 0.8'
    const caseAt = async (value: string, held: boolean, note?: string) => {
      using document = await written(await finishedRun(), { gates: [{ condition, text: `${condition}; it is ${value}`, held, note }] })
      const gate = document.get('//testsuite[@name="gates"]/testcase') as XmlElement
      const told = gate.get('failure | system-out') as XmlElement
      return [attribute(gate, 'name'), attribute(told, 'message'), told.content]
    }
    expect(await caseAt('0.450', false)).toEqual([condition, `${condition}; it is 0.450`, `${condition}; it is 0.450`])
    expect(await caseAt('0.850', true, 'on 9 of 10 rows')).toEqual([condition, undefined, `${condition}; it is 0.850\non 9 of 10 rows`])
  })

  it('tells the range that undecided claims leave, of each score and of the mean', async () => {
    using document = await written(await openRun(0))
    expect(document.get('//testcase[@name="open"]/system-out')?.content).toMatch(
      /^1\.000 {2}check passed: at least 0 is due {2}range \[0\.000, 1\.000\] {2}\S/,
    )
    expect(attribute(document.get('//property[@name="context_recall.range"]') as XmlElement, 'value')).toBe('0 1')
  })

  it('without rows is complete', async () => {
    using document = await written(await finishedRun([]))
    expect(attribute(document.root, 'tests')).toBe('0')
  })

  it('of many rows is written in pieces, each once', async () => {
    const rows = Array.from({ length: 4000 }, (_, at) => ({ id: `ä€😀-${at}`, referenceContextIds: ['a'], retrievedContextIds: ['a'] }))
    const run = await finishedRun(rows)
    const path = inFolder('many.xml')
    await reported(reporterFor(path), run, 500)
    using document = XmlDocument.fromString(readFileSync(path, 'utf8'))
    expect(found(document, '//testcase[@classname="id_based_context_recall"]').map((one) => attribute(one, 'name'))).toEqual(
      rows.map(({ id }) => id),
    )
  })
})
