import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type JudgeServers, startJudgeServers } from '../judge-servers.ts'
import { sample } from '../programs/sample.ts'
import { versionOf } from '../workspace.ts'
import { packageManagers, type Project, writeProject } from './package-managers.ts'

let root = ''
let servers: JudgeServers
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'assay-managers-'))
  servers = await startJudgeServers()
})
afterAll(async () => {
  await servers[Symbol.asyncDispose]()
  rmSync(root, { recursive: true, force: true })
})

const ROWS = [
  { id: 'q1', retrieved_context_ids: ['a'], reference_context_ids: ['a', 'b'] },
  { id: 'q2', retrieved_context_ids: ['b'], reference_context_ids: ['b'] },
]
const JUDGED = { user_input: sample.userInput, reference: sample.reference, retrieved_contexts: sample.retrievedContexts }
const CONFIG = `import { defineConfig, idBasedContextRecall } from 'assay'
export default defineConfig({ data: '../rows.jsonl', metrics: [idBasedContextRecall({ name: 'mine' })] })
`
const PROGRAM = `import { evaluate, idBasedContextRecall, readDataset } from 'assay'
const { run, metrics } = await evaluate({ data: readDataset('rows.jsonl'), metrics: [idBasedContextRecall()] }).result()
console.log(run.assayVersion, metrics.id_based_context_recall.mean)
`

describe.each(packageManagers)('installed by $name', ({ name, install, exec, node }) => {
  let project: Project
  beforeAll(async () => {
    const folder = join(root, name.replaceAll(/\W/g, ''))
    project = { folder, registry: inject('registry'), env: servers.env }
    writeProject(folder, { assay: '*' })
    const jsonl = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    const files = {
      'rows.jsonl': jsonl(ROWS),
      'judged.jsonl': jsonl([JUDGED]),
      'configured/assay.config.ts': CONFIG,
      'program.mjs': PROGRAM,
      'program.cjs': "console.log(typeof require('assay').evaluate)\n",
    }
    mkdirSync(join(folder, 'configured'))
    for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content)
    await install(project)
  })

  it('the command tells its version', async () => {
    expect(await exec(project, ['assay', '--version'])).toEqual({ code: 0, out: `${versionOf('assay')}\n`, err: '' })
  })

  it('it evaluates a file and writes every kind of report', async () => {
    const outputs = ['out.json', 'out.jsonl', 'out.csv', 'out.xml', 'out.md', 'out.html']
    const args = ['assay', 'eval', 'rows.jsonl', '-m', 'id-based-context-recall', ...outputs.flatMap((file) => ['-o', file])]
    const { code, out, err } = await exec(project, args)
    expect({ code, err }).toEqual({ code: 0, err: `assay: wrote ${outputs.join(', ')}\n` })
    expect(out).toContain('id_based_context_recall  0.750')
    for (const file of outputs) expect(readFileSync(join(project.folder, file), 'utf8')).toContain('id_based_context_recall')
  })

  it('it asks a judge, and keeps what it said', async () => {
    const args = ['assay', 'eval', 'judged.jsonl', '-m', 'context-recall', '-j', 'openai:m']
    const before = servers.requests()
    expect((await exec(project, args)).out).toContain('context_recall  0.500')
    expect(servers.requests()).toBe(before + 2)
    expect((await exec(project, args)).out).toContain('context_recall  0.500')
    expect(servers.requests()).toBe(before + 2)
  })

  it('it loads a configuration in TypeScript that imports the library', async () => {
    const { code, out } = await exec(project, ['assay', 'eval', '-c', 'configured/assay.config.ts'])
    expect(code).toBe(0)
    expect(out).toContain('mine  0.750')
  })

  it('the library is imported and required', async () => {
    expect(await node(project, ['program.mjs'])).toEqual({ code: 0, out: `${versionOf('@assay/runner')} 0.75\n`, err: '' })
    expect(await node(project, ['program.cjs'])).toEqual({ code: 0, out: 'function\n', err: '' })
  })
})
