// `npm run bench:several`: what it takes to compare 20 runs of 10,000 rows, and how their page behaves in a browser. Other numbers: RUNS ROWS.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measureNode } from './perf/measured-process.ts'
import { openedPage } from './perf/opened-page.ts'
import { writeRetrieverFiles } from './perf/retriever-files.ts'

const assay = fileURLToPath(new URL('../../cli/dist/bin.js', import.meta.url))
const [runs = 20, rows = 10_000] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'assay-several-'))
const metrics = ['-m', 'id-based-context-recall']

try {
  const reports = writeRetrieverFiles(folder, { runs, rows }).map((file) => {
    const report = file.replace(/jsonl$/, 'json')
    measureNode([assay, 'eval', file, ...metrics, '--quiet', '-o', report])
    return report
  })
  const read = reports.reduce((sum, report) => sum + statSync(report).size, 0)
  console.log(`${runs} runs of ${rows} rows, ${megabytes(read)} of reports`)
  const page = join(folder, 'compare.html')
  const forms = [
    ['on the terminal', []],
    ['and as JSON, CSV and Markdown', ['compare.json', 'compare.csv', 'compare.md']],
    ['and as a page', ['compare.html']],
  ] as const
  for (const [name, outputs] of forms) {
    const args = outputs.flatMap((output) => ['-o', join(folder, output)])
    const { wallMs, cpuMs, peakMb } = measureNode([assay, 'compare', ...reports, ...args])
    console.log(`compare ${name}: ${(wallMs / 1000).toFixed(1)} s, ${(cpuMs / 1000).toFixed(1)} s of CPU, ${Math.round(peakMb)} MB`)
  }
  const opened = await openedPage(page)
  if (opened === undefined) console.log('the page was not opened: there is no Chromium at /usr/bin/chromium, nor in $CHROMIUM')
  else {
    const { openMs, scrollMs, rowMs, said } = opened
    console.log(`the page: ${megabytes(statSync(page).size)}, "${said}", open after ${(openMs / 1000).toFixed(1)} s`)
    console.log(`longest pause between two frames: ${Math.round(scrollMs)} ms of scrolling, ${Math.round(rowMs)} ms where a row is opened`)
  }
} finally {
  rmSync(folder, { recursive: true })
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`
}
