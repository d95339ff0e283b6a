import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { markdownPage } from './markdown-page.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const docs = globSync('docs/**/*.md', { cwd: root, exclude: (name) => name === 'node_modules' || name.startsWith('.') })
const pages = globSync('**/*.md', { cwd: root, exclude: (name) => ['node_modules', 'dist', '.git', '.changeset'].includes(basename(name)) })
const pageAt = (file: string) => markdownPage(readFileSync(join(root, file), 'utf8'))

/** Files that a page's relative links lead to, as paths from the root. */
const targetsOf = (file: string): string[] =>
  pageAt(file)
    .links.filter(({ target }) => isRelative(target))
    .map(({ target }) => relative(root, pathOf(file, target)))

describe('every relative link leads somewhere', () => {
  it.each(pages)('%s', (file) => {
    const broken = pageAt(file).links.flatMap(({ line, target }) => {
      if (!isRelative(target)) return []
      const [, anchor] = target.split('#')
      const path = pathOf(file, target)
      if (!existsSync(path)) return [`${file}:${line}: there is no ${target}`]
      if (anchor === undefined) return []
      const isThere = statSync(path).isFile() && pageAt(relative(root, path)).anchors.has(anchor)
      return isThere ? [] : [`${file}:${line}: there is no heading for ${target}`]
    })
    expect(broken).toEqual([])
  })
})

it('the index names every page, and the list of decisions every decision', () => {
  const index = new Set(targetsOf('docs/README.md'))
  const decisions = new Set(targetsOf('docs/decisions/README.md'))
  const metrics = new Set(targetsOf('docs/judged-metrics.md'))
  const isListed = (page: string) => page.endsWith('README.md') || [index, decisions, metrics].some((list) => list.has(page))
  expect(docs.filter((page) => !isListed(page))).toEqual([])
})

it('the README names every page that is for users', () => {
  const named = new Set(targetsOf('README.md'))
  expect(docs.filter((page) => !['docs/decisions', 'docs/metrics'].includes(dirname(page)) && !named.has(page))).toEqual([])
})

describe('a Markdown page', () => {
  it('has the anchors that GitHub makes', () => {
    const page = '# What `x@5` costs: the 2nd\n## Twice\n## Twice\n## A [link](b.md), é_ü – ok\n```\n# no heading\n```\n#### `--dry-run` ##'
    expect([...markdownPage(page).anchors]).toEqual(['what-x5-costs-the-2nd', 'twice', 'twice-1', 'a-link-é_ü--ok', '--dry-run'])
  })

  it('has links outside of code only', () => {
    const page = '[a](b.md#c) and ![d](e.png "f")\n`[no](no.md)`\n```md\n[no](no.md)\n```\n[`code`](g.md)'
    expect(markdownPage(page).links).toEqual([
      { line: 1, target: 'b.md#c' },
      { line: 1, target: 'e.png' },
      { line: 6, target: 'g.md' },
    ])
  })
})

function isRelative(target: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:/i.test(target)
}

function pathOf(file: string, target: string): string {
  const [path = ''] = target.split('#')
  return path === '' ? join(root, file) : join(root, dirname(file), decodeURIComponent(path))
}
