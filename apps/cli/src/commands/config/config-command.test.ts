import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { runAssay } from '../../__fixtures__/run-assay.ts'
import { createCatalog } from '@assay/catalog'
import { configJsonSchema } from '../../settings/config-json-schema.ts'
import { withSettingsTable } from '../../../scripts/settings-table.ts'
import { evalTable } from '../../settings/eval-table.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-config-command-')))
afterAll(() => rmSync(root, { recursive: true }))
let cwd = root
beforeEach(({ task }) => {
  cwd = join(root, task.id)
  mkdirSync(cwd)
})

const file = (name: string, text: string): void => writeFileSync(join(cwd, name), text)
const words = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().replaceAll(/ {2,}/g, ' | '))

describe('assay config print', () => {
  it('prints each value with its origin', async () => {
    file(
      'assay.config.yaml',
      '# ours\ndata: rows.jsonl\ncolumns:\n  reference: gold\n  id: key\njudge: openai:gpt-5-mini\nconcurrency: 2\n',
    )
    const { code, out, err } = await runAssay(['config', 'print', '-j', 'lexical', '--columns', 'id=nr'], { cwd })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const [title, ...lines] = words(out)
    expect(title).toBe(join(cwd, 'assay.config.yaml'))
    expect(lines.toSorted()).toEqual(
      [
        'allowUnscored | 0 | default',
        'cache | true | default',
        'grouping | true | default',
        'normalize | true | default',
        'columns.id | nr | command line',
        'columns.reference | gold | assay.config.yaml:4',
        'concurrency | 2 | assay.config.yaml:7',
        'data | rows.jsonl | assay.config.yaml:2',
        'judge | lexical | command line',
        'maxRetries | 4 | default',
        'samples | true | default',
        'stopAfter | 3 | default',
        'timeout | 600 | default',
      ].toSorted(),
    )
  })

  it('says where the command line stands in the place of an option of one metric', async () => {
    file('assay.config.yaml', 'metrics:\n  - { type: non-llm-context-recall, threshold: 0.9, name: strict }\n  - recall@5\n')
    const { out } = await runAssay(['config', 'print', '--threshold', '0.7'], { cwd })
    expect(out).toContain('\n  metrics[0].threshold is 0.7, as the command line says\n')
    expect((await runAssay(['config', 'print'], { cwd })).out).not.toContain('as the command line says')
  })

  it('shows references and no secret', async () => {
    file(
      'assay.config.yaml',
      'judge:\n  id: openai:m\n  apiKey: ${JUDGE_KEY}\n  headers: { authorization: "Bearer ${T}", x-team: abc-not-for-all }\n',
    )
    const { out } = await runAssay(['config', 'print'], { cwd, env: { JUDGE_KEY: 'sk-secret-1234567890', T: 'token-98765' } })
    expect(out).toContain('{"id":"openai:m","apiKey":"${JUDGE_KEY}","headers":{"authorization":"Bearer ${T}","x-team":"(set)"}}')
    expect(out).not.toMatch(/secret|98765|not-for-all/)
  })

  it('names what is computed', async () => {
    file('assay.config.mjs', 'export default { columns: { reference: (row) => row.answer, id: "key" } }')
    const { out, code } = await runAssay(['config', 'print'], { cwd })
    expect(code).toBe(0)
    expect(out).toMatch(/columns\.reference +\(a function\) +assay\.config\.mjs/)
    expect(out).toMatch(/columns\.id +key +assay\.config\.mjs/)
  })

  it('neither does code that holds one', async () => {
    file('assay.config.ts', 'export default { judge: { id: "openai:m", apiKey: process.env.JUDGE_KEY as string } }\n')
    const { out, code } = await runAssay(['config', 'print'], { cwd, env: { JUDGE_KEY: 'plain-secret' } })
    expect(code).toBe(0)
    expect(out).toContain('"apiKey":"(set)"')
    expect(out).toMatch(/judge .*assay\.config\.ts\n/)
    expect(out).not.toContain('plain-secret')
  })

  it('names every fault on a line of its own, and exits 2', async () => {
    file('assay.config.yaml', 'concurency: 2\nrpm: fast\n')
    const { code, err } = await runAssay(['config', 'print'], { cwd })
    expect(code).toBe(2)
    expect(words(err)).toEqual([
      'assay: assay.config.yaml:1: concurency: there is no such option. Did you mean concurrency?',
      'assay.config.yaml:2: rpm: found the text "fast" where a number of at least 1 is due.',
    ])
  })

  it('names the line of a fault in code, also in what that loads', async () => {
    file('wrong.ts', 'export const metrics = [\n  "mrr"\n  "hit@5",\n]\n')
    file('assay.config.ts', 'import { metrics } from "./wrong.ts"\nexport default { metrics }\n')
    expect((await runAssay(['config', 'print'], { cwd })).err).toMatch(/wrong\.ts:3: it could not be loaded: Expected/)
    file('assay.config.ts', 'const limit: number = 1\n\nthrow new Error("boom")\nexport default { limit }\n')
    expect((await runAssay(['config', 'print'], { cwd })).err).toMatch(/assay\.config\.ts:3: it could not be loaded: boom/)
  })

  it('a configuration in code finds the library of this command, installed there or not', async () => {
    file('assay.config.ts', 'import { defineConfig } from "assay"\nexport default defineConfig({ judge: "lexical" })\n')
    const { out, err } = await runAssay(['config', 'print'], { cwd })
    expect([out, err]).toEqual([expect.stringMatching(/judge .*lexical .*assay\.config\.ts/), ''])
  })

  it('takes the file that -c names, and says of a promptfoo one how to run it', async () => {
    file('mine.json', '{"judge": "lexical"}')
    file('promptfooconfig.yaml', 'tests: []')
    expect((await runAssay(['config', 'print', '-c', 'mine.json'], { cwd })).out).toMatch(/judge .*lexical .*mine\.json:1/)
    expect((await runAssay(['config', 'print', '-c', 'promptfooconfig.yaml'], { cwd })).out).toContain('Run it: assay eval')
  })
})

it('the JSON Schema for editors is up to date: otherwise run scripts/write-generated.ts', async () => {
  const written: unknown = JSON.parse(readFileSync(new URL('../../../schema/assay.config.schema.json', import.meta.url), 'utf8'))
  expect(written).toEqual(JSON.parse(configJsonSchema(await evalTable(createCatalog()))))
})

it('the table of settings in the docs is up to date: otherwise run scripts/write-generated.ts', async () => {
  const page = readFileSync(new URL('../../../../../docs/configuration.md', import.meta.url), 'utf8')
  expect(page).toBe(withSettingsTable(page, await evalTable(createCatalog())))
})
