import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root, runAssay } from './run-assay.ts'

/*
 * The commands of two pages, in their order, on the five retrievers that the first one names. What a page shows of an output stands in it, line by line; `…` is what it leaves out.
 */

const folder = mkdtempSync(join(tmpdir(), 'assay-pages-'))
const retriever = (name: string): string => join(folder, 'retrievers', `${name}.jsonl`)
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(() => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }
  const { status, stderr } = spawnSync(`${scripts['bench:retrievers']} ${join(folder, 'retrievers')}`, {
    cwd: root,
    shell: true,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  copyFileSync(retriever('bm25-3'), join(folder, 'before.jsonl'))
  copyFileSync(retriever('chunks-120'), join(folder, 'after.jsonl'))
  const all = ['bm25-3', 'chunks-40'].flatMap((name) =>
    readFileSync(retriever(name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => `${JSON.stringify(Object.assign(JSON.parse(line), { retriever: name }))}\n`),
  )
  writeFileSync(join(folder, 'all.jsonl'), all.join(''))
}, 60_000)

type Shown = { readonly command: string; readonly lines: readonly string[] }

function commandsOf(page: string): Shown[] {
  const blocks = readFileSync(new URL(page, import.meta.url), 'utf8').matchAll(/```sh\n([^]*?)```/g)
  return Array.from(blocks, ([, block = '']) => block.trimEnd().split('\n')).flatMap(([first = '', ...rest]) =>
    first.startsWith('$ ') ? [{ command: first.slice(2), lines: rest }] : [first, ...rest].map((command) => ({ command, lines: [] })),
  )
}

/** Words as a shell would give them to the command: the pages quote whole words only. */
function wordsOf(command: string): string[] {
  return (command.match(/'[^']*'|\S+/g) ?? []).slice(1).map((word) => word.replaceAll("'", ''))
}

describe.each(['which-retriever.md', 'did-my-change-help.md'])('the commands of %s', (page) => {
  it('end and print as it says', async () => {
    const commands = commandsOf(page)
    expect(commands.length).toBeGreaterThan(2)
    for (const { command, lines } of commands) {
      if (command.includes('other.json')) copyFileSync(join(folder, 'before.json'), join(folder, 'other.json'))
      const { code, out, err } = await runAssay(wordsOf(command), folder)
      const fails = lines.some((line) => line.startsWith('FAILED'))
      expect({ command, code, err: code === (fails ? 1 : 0) ? '' : err }).toEqual({ command, code: fails ? 1 : 0, err: '' })
      let from = 0
      for (const line of lines.filter((one) => one !== '…')) {
        const at = out.indexOf(`${line}\n`, from)
        expect({ line, isThere: at >= from }, out).toEqual({ line, isThere: true })
        from = at + line.length
      }
    }
  }, 120_000)

  it('write the files that it names', () => {
    const files = commandsOf(page).flatMap(({ command }) => [...command.matchAll(/ -o (\S+)/g)].map(([, file = '']) => file))
    for (const file of files) expect({ file, isThere: existsSync(join(folder, file)) }).toEqual({ file, isThere: true })
  })
})
