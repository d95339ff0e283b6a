import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lexicalScreen } from '@assay/judge'
import { isPromptfooConfig, readPromptfooConfig } from '@assay/promptfoo'
import { judgeFrom, metricFrom, similarityFrom } from 'assay'
import { afterAll, expect, it } from 'vitest'
import { runAssay } from './run-assay.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-config-examples-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'docs'))
writeFileSync(join(folder, 'docs/yard.md'), 'Bicycles may stand in the yard for four weeks.')

const examples = ['configuration.md', 'coming-from/promptfoo.md'].flatMap((page) =>
  Array.from(
    readFileSync(new URL(page, import.meta.url), 'utf8').matchAll(/^```(yaml|json|csv)\n([^]*?)^```/gm),
    ([, language = '', text = ''], at) => ({
      name: `${page} ${at + 1}`,
      language,
      text,
    }),
  ),
)

it.each(examples)('the configuration of $name is one', async ({ language, text }) => {
  const path = join(folder, language === 'json' ? 'example.json' : `example.${language}`)
  writeFileSync(path, text)
  const isTable = language === 'csv'
  const config = isTable ? join(folder, 'promptfooconfig.yaml') : path
  if (isTable) writeFileSync(config, 'tests: file://example.csv\n')
  if (isTable || isPromptfooConfig({ [/^(\w+):/m.exec(text)?.[1] ?? '']: true })) {
    const { rows, notes } = await readPromptfooConfig(config, {
      judge: lexicalScreen(),
      judgeFrom,
      metricFrom,
      similarityFrom,
      ambientVariables: () => [],
    })
    expect(notes).toEqual([])
    expect(rows.length).toBeGreaterThan(0)
    return
  }
  expect(await runAssay(['config', 'print', '-c', path])).toMatchObject({ code: 0, err: '' })
})

it('and there are some', () => expect(examples.length).toBeGreaterThan(4))
