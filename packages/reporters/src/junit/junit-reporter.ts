import type { RunSummary } from '@assay/runner'
import { forXml } from '../escaping/for-xml.ts'
import type { GateResult, Reporter } from '../reporter.ts'
import { openSpool, type Spool } from '../sink/spool.ts'
import type { TextSink } from '../sink/text-sink.ts'
import { type CaseOutcome, gateCase, rowCases, stopCase } from './test-case.ts'

type Counts = { tests: number; failures: number; errors: number; skipped: number }

/**
 * A run as JUnit XML, for the test views of CI: one test case for each score, and for each row with a threshold of its own; gates are a suite
 * of their own, and so is the error of a run that stopped early, since rows that were never scored have no test cases. A failed check is a
 * failure with its unsupported claims; an unscored row is an error with its cause. A check that Assay cannot make is skipped. The counts come
 * first in the file, so the cases are spooled to disk until the end.
 */
export function createJunitReporter(sink: TextSink): Reporter {
  const counts = newCounts()
  let spool: Spool | undefined
  return {
    async begin() {
      await sink.open()
      spool = await openSpool()
    },
    rows(rows) {
      let text = ''
      for (const row of rows) for (const one of rowCases(row)) text += counted(one, counts)
      return spool?.add(text)
    },
    async end(summary, { gates = [] } = {}) {
      const gateCounts = newCounts()
      const gateCases = gates.map((gate: GateResult) => counted(gateCase(gate), gateCounts)).join('')
      const stopCounts = newCounts()
      const stop = summary.stopped === undefined ? '' : counted(stopCase(summary.stopped), stopCounts)
      const all = {
        tests: counts.tests + gateCounts.tests + stopCounts.tests,
        failures: counts.failures + gateCounts.failures,
        errors: counts.errors + gateCounts.errors + stopCounts.errors,
        skipped: counts.skipped + gateCounts.skipped,
      }
      const { startedAt, durationMs } = summary.run
      const time = (durationMs / 1000).toFixed(3)
      await sink.write(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="assay" ${attributes(all)} time="${time}">\n`)
      const about = `timestamp="${forXml(startedAt.slice(0, 19))}" time="${time}"`
      await sink.write(`<testsuite name="rows" ${attributes(counts)} ${about}>\n${properties(summary)}`)
      if (spool !== undefined) {
        for await (const text of spool.texts()) await sink.write(text)
        await spool.close()
      }
      await sink.write('</testsuite>\n')
      if (gates.length > 0) await sink.write(`<testsuite name="gates" ${attributes(gateCounts)} ${about}>\n${gateCases}</testsuite>\n`)
      if (stop !== '') await sink.write(`<testsuite name="run" ${attributes(stopCounts)} ${about}>\n${stop}</testsuite>\n`)
      await sink.write('</testsuites>\n')
      return sink.close()
    },
    async abandon() {
      await spool?.close()
      await sink.discard()
    },
  }
}

function newCounts(): Counts {
  return { tests: 0, failures: 0, errors: 0, skipped: 0 }
}

function counted({ xml, outcome }: { readonly xml: string; readonly outcome: CaseOutcome }, counts: Counts): string {
  counts.tests += 1
  if (outcome === 'failure') counts.failures += 1
  if (outcome === 'error') counts.errors += 1
  if (outcome === 'skipped') counts.skipped += 1
  return xml
}

function attributes({ tests, failures, errors, skipped }: Counts): string {
  return `tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}"`
}

/** Properties of the run, and the exact figures of each metric. */
function properties({ run, metrics, stopped }: RunSummary): string {
  const found: [string, string][] = [['run', run.id]]
  if (stopped !== undefined) found.push(['stopped', stopped.reason])
  for (const { name, signature } of run.metrics) {
    const metric = metrics[name]
    if (metric === undefined) continue
    found.push([`${name}.mean`, metric.mean === null ? 'nothing was scored' : String(metric.mean)])
    if (metric.interval !== null) found.push([`${name}.interval`, `${metric.interval.lo} ${metric.interval.hi}`])
    if (metric.range !== null) found.push([`${name}.range`, `${metric.range[0]} ${metric.range[1]}`])
    found.push([`${name}.scored`, `${metric.scored} of ${metric.total}`], [`${name}.signature`, signature])
  }
  return `<properties>\n${found.map(([name, value]) => `<property name="${forXml(name)}" value="${forXml(value)}"/>\n`).join('')}</properties>\n`
}
