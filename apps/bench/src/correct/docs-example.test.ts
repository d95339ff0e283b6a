import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, expect, test, vi } from 'vitest'
import { filledIn, recordsOf, simulatedRun } from './__fixtures__/simulated-run.ts'
import { correctCommand } from './correct-command.ts'
import { labelCommand } from './label-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-docs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const page = readFileSync(new URL('../../../../docs/benchmark-correct.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/```text\n([^]*?)```/g)].map(([, text = '']) => text)

async function printed(command: Command, ...args: readonly string[]): Promise<string> {
  let text = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
    text += String(piece)
    return true
  })
  await command.parseAsync([...args], { from: 'user' })
  spy.mockRestore()
  return text.replaceAll(`${folder}/`, '')
}

test('the worked example of the documentation is what the commands print', async () => {
  const { report, samples, truth } = simulatedRun({ seed: 2, rows: 400, tpr: 0.96, tnr: 0.55, support: 0.7 })
  const at = (name: string): string => join(folder, name)
  writeFileSync(at('report.json'), JSON.stringify(report))
  writeFileSync(at('rows.jsonl'), samples.map((sample) => JSON.stringify(sample)).join('\n'))
  const labelled = await printed(labelCommand(), at('report.json'), '--data', at('rows.jsonl'), '--out', at('labels.csv'))
  expect(blocks).toContain(labelled)
  const sheet = readFileSync(at('labels.csv'), 'utf8')
  expect(page).toContain(
    recordsOf(sheet)[0]
      ?.map((name) => `\`${name ?? ''}\``)
      .join(', '),
  )
  writeFileSync(at('labels.csv'), filledIn(sheet, truth))
  expect(blocks).toContain(
    await printed(
      correctCommand(() => undefined),
      at('report.json'),
      '--labels',
      at('labels.csv'),
    ),
  )
})
