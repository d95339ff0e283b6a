import { describe, expect, it } from 'vitest'
import { literalServer } from '../../__fixtures__/literal-server.ts'
import { osloRow } from '../../__fixtures__/oslo-row.ts'
import { jsonl, project } from '../../__fixtures__/project.ts'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const { assay, sent } = literalServer()

describe('what a file switches', () => {
  it('one run switches back, each flag the other way', async () => {
    const flags = ['quiet', 'soft', 'strict', 'explain', 'allowScreen', 'allowPartial', 'complete', 'csvSafe', 'requireQuote', 'generate']
    const config = `${flags.map((name) => `${name}: true\n`).join('')}cache: false\ngrouping: false\n`
    const back = flags.map((name) => `--no-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
    const cwd = project({ 'assay.config.yaml': config })
    const { out, code } = await runAssay(['config', 'print', ...back, '--cache', '--grouping'], { cwd })
    expect(code).toBe(0)
    for (const name of flags) expect(out).toMatch(new RegExp(`^ +${name} +false +command line$`, 'm'))
    for (const name of ['cache', 'grouping']) expect(out).toMatch(new RegExp(`^ +${name} +true +command line$`, 'm'))
  })

  it('holds where the command line says nothing of it', async () => {
    const cwd = project({ 'assay.config.yaml': 'cache: false\njudge: openai:m\nmetrics: [context-recall]\n', 'rows.jsonl': jsonl(osloRow) })
    const asked = async (...options: string[]) => {
      const already = sent().length
      await assay(cwd, 'rows.jsonl', '--quiet', ...options)
      return sent().length - already
    }
    const once = await asked('--cache')
    expect(once).toBeGreaterThan(0)
    expect([await asked(), await asked('--cache')]).toEqual([once, 0])
  })

  it('and what is switched back has no effect', async () => {
    const rows = jsonl({ id: 'a', reference_contexts: ['abcd'], retrieved_contexts: ['abxx'] })
    const cwd = project({ 'assay.config.yaml': 'soft: true\nquiet: true\n', 'rows.jsonl': rows })
    const [soft, hard] = [
      await assay(cwd, 'rows.jsonl', '-m', 'non-llm-context-recall'),
      await assay(cwd, 'rows.jsonl', '-m', 'non-llm-context-recall', '--no-soft', '--no-quiet', '--threshold', '0.6'),
    ]
    expect(soft.out).toBe('')
    expect(hard.out).toMatch(/non_llm_context_recall {2}0\.000/)
  })
})
