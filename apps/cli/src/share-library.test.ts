import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCatalog } from '@assay/catalog'
import { describe, expect, it } from 'vitest'
import { runBuiltAssay, userFolder } from './__fixtures__/built-assay.ts'
import { jsonl } from './__fixtures__/project.ts'
import { evalCommand } from './commands/eval/eval-command.ts'
import { packageVersion } from './package-version.ts'
import { evalTable } from './settings/eval-table.ts'

/** A metric with an option of its own, as an entry. */
const ENTRY = `import { defineMetric, defineMetricEntry } from 'assay'
import * as z from 'zod'

export const entry = defineMetricEntry({
  type: 'long-enough',
  options: { minLength: { schema: z.int().min(1), help: 'characters that a reference has at least', value: '<n>' } },
  create: async ({ minLength = 1, name = 'long_enough' }) =>
    defineMetric({ name, needs: ['reference'], options: { minLength }, score: ({ reference }) => (reference.length >= minLength ? 1 : 0) }),
})
`
const REGISTERING = `${ENTRY}
import { register } from 'assay'
register(entry)
`
const rows = { 'rows.jsonl': jsonl({ reference: 'Oslo' }, { reference: 'Bergen' }) }

/** The mean of the metric, and the option that it was made with. */
function found({ out, err, code }: { readonly out: string; readonly err: string; readonly code: number | null }): unknown {
  if (code !== 0) return { code, err }
  const { summary, run } = JSON.parse(out)
  return { mean: summary.long_enough.mean, signature: run.metrics[0].signature, err }
}

const ofFive = { mean: 0.5, signature: 'long_enough|minLength:5|v1', err: '' }
const run = ['eval', '--quiet', '-o', '-'] as const

describe('what files register is there for the command as it is built, with an option of its own', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'register() in a configuration',
      {
        'assay.config.ts': `${REGISTERING.replace('export const', 'const')}\nexport default { data: 'rows.jsonl', metrics: ['long-enough'], minLength: 5 }`,
      },
      [],
    ],
    [
      'register: of a configuration that names a file',
      {
        'entries.ts': ENTRY,
        'assay.config.ts':
          "export default { register: './entries.ts', data: 'rows.jsonl', metrics: [{ type: 'long-enough', minLength: 5 }] }",
      },
      [],
    ],
    [
      'register: of a configuration that holds an entry',
      {
        'entries.ts': ENTRY,
        'assay.config.ts': `import { defineConfig } from 'assay'
import { entry } from './entries.ts'
export default defineConfig({ register: [entry], data: 'rows.jsonl', metrics: ['long-enough'], minLength: 5 })`,
      },
      [],
    ],
    [
      '--register FILE that exports an entry',
      { 'entries.ts': ENTRY },
      ['rows.jsonl', '--register', 'entries.ts', '-m', 'long-enough', '--min-length', '5'],
    ],
    [
      '--register FILE that registers itself',
      { 'entries.ts': REGISTERING.replace('export const', 'const') },
      ['rows.jsonl', '--register=./entries.ts', '-m', 'long-enough', '--min-length', '5'],
    ],
  ])('%s', async (_how, files, args) => {
    expect(found(await runBuiltAssay(userFolder({ ...rows, ...files }), ...run, ...args))).toEqual(ofFive)
  })

  it('and to every other file that is loaded: one catalog, one library', async () => {
    const cwd = userFolder({
      ...rows,
      'entries.ts': REGISTERING,
      'package.json': '{"type": "module"}',
      'required.cjs': "module.exports = require('assay')",
      'assay.config.ts': `import './entries.ts'
import * as imported from 'assay'
import required from './required.cjs'
if (required.register !== imported.register) throw new Error('two libraries')
const metric = await imported.metricFrom({ type: 'long-enough', minLength: 5 })
export default { data: 'rows.jsonl', metrics: [metric] }`,
    })
    expect(found(await runBuiltAssay(cwd, ...run))).toEqual(ofFive)
  })

  it('a judge and a similarity of a file are made from the library of the command', async () => {
    const cwd = userFolder({
      'rows.jsonl': jsonl({ reference: 'Oslo.', retrieved_contexts: ['Oslo.'], reference_contexts: ['Oslo.'] }),
      'mine.ts': `import { lexicalScreen, similarityFrom } from 'assay'
export const judge = lexicalScreen()
export const similarity = await similarityFrom('exact')`,
    })
    const metrics = [
      '-m',
      'context-recall',
      '-j',
      './mine.ts#judge',
      '-m',
      'non-llm-context-recall',
      '--similarity',
      './mine.ts#similarity',
    ]
    const { code, out } = await runBuiltAssay(cwd, ...run, 'rows.jsonl', ...metrics)
    expect([code, Object.values<{ mean: number }>(JSON.parse(out).summary).map(({ mean }) => mean)]).toEqual([0, [1, 1]])
  })
})

it('the help of all flags names those of a registered metric, and every other', async () => {
  const { code, out } = await runBuiltAssay(userFolder({ 'entries.ts': ENTRY }), 'eval', '--register', 'entries.ts', '--help', 'all')
  expect(code).toBe(0)
  const others = evalCommand(await evalTable(createCatalog()), () => undefined).options.flatMap(({ flags, hidden }) =>
    hidden ? [] : [flags],
  )
  expect(others.length).toBeGreaterThan(40)
  for (const flags of ['--min-length <n>', ...others]) expect(out).toContain(flags)
})

describe('another version that is installed where the files are', () => {
  it('is told with both versions, once, and the library is that of the command', async () => {
    const cwd = userFolder({ ...rows, 'entries.ts': ENTRY, 'more.ts': "import 'assay'\nexport { entry } from './entries.ts'" })
    const installed = join(cwd, 'node_modules/assay')
    mkdirSync(installed)
    writeFileSync(
      join(installed, 'package.json'),
      JSON.stringify({
        name: 'assay',
        version: '9.9.9',
        type: 'module',
        exports: { '.': './index.js', './package.json': './package.json' },
      }),
    )
    writeFileSync(join(installed, 'index.js'), "throw new Error('the other one was loaded')")
    const ran = await runBuiltAssay(cwd, ...run, 'rows.jsonl', '--register', 'more.ts', '-m', 'long-enough', '--min-length', '5')
    expect(found({ ...ran, err: '' })).toEqual(ofFive)
    expect(ran.err).toMatch(
      new RegExp(
        `^assay: warning: this command is assay ${packageVersion}, and .*(?:more|entries)\\.ts finds assay 9\\.9\\.9 in .*node_modules/assay\\. .*\\n$`,
      ),
    )
  })
})

describe('what registers nothing', () => {
  it.each<[string, string, RegExp]>([
    [
      'a file without an entry',
      'export const one = 1',
      /entries\.ts exports no entry, and registers none\. An entry is what defineMetricEntry, /,
    ],
    ['a file that is broken', 'export const one: = 1', /entries\.ts could not be loaded as entries of a catalog: /],
    ['what is no entry', "import { register } from 'assay'\nregister({ type: 'x' })", /register was given what is no entry\. An entry is /],
    [
      'a metric with an option that is a setting of runs',
      ENTRY.replaceAll('minLength', 'concurrency'),
      /The metric long-enough has an option concurrency, which is a setting of every run\. Give it another name, or set flag: false/,
    ],
  ])('%s is refused in a sentence', async (_what, entries, message) => {
    const cwd = userFolder({ ...rows, 'entries.ts': entries })
    expect(await runBuiltAssay(cwd, ...run, 'rows.jsonl', '--register', 'entries.ts', '-m', 'long-enough')).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(message),
    })
  })

  it('a file of data that names code is refused, unless it is trusted', async () => {
    const cwd = userFolder({
      ...rows,
      'entries.ts': ENTRY,
      'assay.config.yaml': 'register: ./entries.ts\ndata: rows.jsonl\nmetrics: [long-enough]\nminLength: 5\n',
    })
    const refused = await runBuiltAssay(cwd, ...run)
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.err).toMatch(/^assay: assay\.config\.yaml:1: register: what registers entries is code, .* or pass --trust-config\.\n$/)
    expect(found(await runBuiltAssay(cwd, ...run, '--trust-config'))).toEqual(ofFive)
  })
})
