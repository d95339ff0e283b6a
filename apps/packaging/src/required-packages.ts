import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { packedPackages } from './packed-packages.ts'
import { run } from './run.ts'
import { unpackedProject } from './unpacked-project.ts'
import { versionOf } from './workspace.ts'

/** Answers with what both forms give of every entry of every package: what is exported, and whether it is the same. */
const PROGRAM = `const entries = process.argv.slice(2)
const compared = async (entry) => {
  const [required, imported] = [require(entry), await import(entry)]
  const names = Object.keys(imported).filter((name) => name !== 'module.exports')
  return [entry, names.length > 0 && names.every((name) => required[name] === imported[name])]
}
Promise.all(entries.map(compared)).then((all) => console.log(JSON.stringify(Object.fromEntries(all))))
`
const EVALUATE = `const { evaluate, idBasedContextRecall } = require('assay')
const data = [{ retrievedContextIds: ['a'], referenceContextIds: ['a', 'b'] }]
evaluate({ data, metrics: [idBasedContextRecall()] }).result().then(({ run, metrics }) =>
  console.log(run.assayVersion, metrics.id_based_context_recall.mean),
)
`
/** They work within a test framework alone. */
const IN_FRAMEWORKS: ReadonlySet<string> = new Set(['@assay/vitest', '@assay/expect/jest'])

/** Requires every package from CommonJS, in a folder where all of them stand as they were packed. */
export function testRequire(nodes: Readonly<Record<string, string>>): void {
  let folder = ''
  let entries: string[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-required-'))
    await unpackedProject(folder, inject('packed'))
    writeFileSync(join(folder, 'compare.cjs'), PROGRAM)
    writeFileSync(join(folder, 'evaluate.cjs'), EVALUATE)
    entries = packedPackages(inject('packed'))
      .flatMap(({ manifest: { name, exports = {} } }) => Object.keys(exports).map((path) => join(name, path)))
      .filter((entry) => !entry.endsWith('package.json') && !IN_FRAMEWORKS.has(entry))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  describe.each(Object.entries(nodes))('on Node %s', (_version, node) => {
    it('require gives what import gives, of every entry of every package, without a warning', async () => {
      expect(entries).toEqual(expect.arrayContaining(['assay', '@assay/core', '@assay/expect', '@assay/judge/lexical-screen']))
      const { code, out, err } = await run(node, ['compare.cjs', ...entries], { cwd: folder })
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(JSON.parse(out)).toEqual(Object.fromEntries(entries.map((entry) => [entry, true])))
    })

    it("require('assay') evaluates", async () => {
      const expected = { code: 0, out: `${versionOf('@assay/runner')} 0.5\n`, err: '' }
      expect(await run(node, ['evaluate.cjs'], { cwd: folder })).toEqual(expected)
    })
  })
}
