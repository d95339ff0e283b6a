import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { packedPackages } from '../packed-packages.ts'
import { run } from '../run.ts'
import { installByNpm, writeProject } from './package-managers.ts'
import { COMPILERS } from './tools.ts'

/** The settings of TypeScript that see packages of ES modules. */
const SETTINGS = {
  nodenext: { module: 'nodenext' },
  node20: { module: 'node20' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
} as const

/** Entries that declare types of a test framework, which a project without it does not have. */
const IN_FRAMEWORKS: ReadonlySet<string> = new Set(['@assay/vitest', '@assay/expect/jest'])

const ESM = `import { contextRecall, evaluate, idBasedContextRecall, openai, type Score } from 'assay'
import { assertContextRecall } from '@assay/expect'
const judge = openai('gpt-5-mini')
const run = evaluate({ data: [{ retrievedContextIds: ['a'], referenceContextIds: ['a'] }], metrics: [idBasedContextRecall(), contextRecall({ judge })] })
const score: Promise<Score> = contextRecall({ judge }).score({ reference: 'Oslo.', retrievedContexts: ['Oslo.'] })
void run
void score
void assertContextRecall({ reference: 'Oslo.' }, { atLeast: 0.5, judge })
// @ts-expect-error: a strategy that there is not
contextRecall({ judge, strategy: 'guess' })
`
const CJS = `import assay = require('assay')
const metric = assay.idBasedContextRecall()
const name: string = metric.name
void name
`

let folder = ''
let entries: string[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-types-'))
  const packed = packedPackages(inject('packed'))
  entries = packed
    .flatMap(({ manifest: { name, exports = {} } }) => Object.keys(exports).map((path) => join(name, path)))
    .filter((entry) => !entry.endsWith('package.json') && !IN_FRAMEWORKS.has(entry))
  const ours = Object.fromEntries(packed.map(({ manifest: { name } }) => [name, '*']))
  writeProject(folder, { ...ours, '@types/node': '^24' }, { type: 'module' })
  await installByNpm({ folder, registry: inject('registry') })
  mkdirSync(join(folder, 'cjs'))
  writeFileSync(join(folder, 'cjs/package.json'), '{ "type": "commonjs" }')
  writeFileSync(join(folder, 'cjs/program.ts'), CJS)
  writeFileSync(join(folder, 'program.ts'), ESM)
  writeFileSync(join(folder, 'entries.ts'), entries.map((entry, at) => `import * as e${at} from '${entry}'\nvoid e${at}\n`).join(''))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(Object.entries(COMPILERS))('TypeScript %s', (version, tsc) => {
  const known = Object.entries(SETTINGS).filter(([name]) => version !== '5.8' || name !== 'node20')
  it.each(known)('takes the types of every entry, module %s', async (name, settings) => {
    const config = `tsconfig.${version}.${name}.json`
    // Only Node's own module settings let CommonJS require an ES module. `node20` came with 5.9.
    const files = name === 'bundler' ? ['program.ts', 'entries.ts'] : ['program.ts', 'entries.ts', 'cjs/program.ts']
    // The types of Ollama's SDK name those of a browser.
    const compilerOptions = {
      ...settings,
      target: 'es2023',
      lib: ['esnext', 'dom'],
      types: ['node'],
      strict: true,
      skipLibCheck: false,
      noEmit: true,
    }
    writeFileSync(join(folder, config), JSON.stringify({ compilerOptions, files }))
    const { code, out, err } = await run('node', [tsc, '-p', config], { cwd: folder })
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: '' })
  })
})
