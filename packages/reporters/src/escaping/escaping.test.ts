import { XmlDocument } from 'libxml2-wasm'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { hostileTexts } from '../__fixtures__/hostile.ts'
import { html } from '../html/html.ts'
import { csvCell } from './csv-cell.ts'
import { forAnnotation } from './for-annotation.ts'
import { forHtml, forHtmlJson } from './for-html.ts'
import { forMarkdown } from './for-markdown.ts'
import { forTerminal } from './for-terminal.ts'
import { forXml } from './for-xml.ts'
import { harmlessLine } from './harmless-line.ts'

const ACTIVE = /[\p{Cc}\p{Bidi_Control}\p{Cs}\ufffe\uffff\u2028\u2029\ufeff\u200b]/u

/** One way to show text, and what must hold of it whatever the text is. */
const media: readonly (readonly [medium: string, holds: (text: string) => void])[] = [
  [
    'a terminal',
    (text) => {
      expect(forTerminal(text)).not.toMatch(ACTIVE)
    },
  ],
  [
    'a line of a log',
    (text) => {
      expect(harmlessLine(forTerminal(text))).not.toMatch(/^\s*::|##\[/)
    },
  ],
  [
    'an annotation',
    (text) => {
      const shown = forAnnotation(text)
      expect(shown).not.toMatch(/[\r\n]/)
      expect(shown).not.toMatch(ACTIVE)
      expect(shown).not.toMatch(/%(?!25)/)
    },
  ],
  [
    'Markdown',
    (text) => {
      const shown = forMarkdown(text)
      expect(shown).not.toMatch(ACTIVE)
      expect(rendered(`see ${shown} here`)).toMatch(/^<p>see <code>[^<]*<\/code> here<\/p>$/)
      expect(rendered(shown)).toMatch(/^<p><code>[^<]*<\/code><\/p>$/)
      expect(rendered(`- ${shown}`)).toMatch(/^<ul>\n<li><code>[^<]*<\/code><\/li>\n<\/ul>$/)
    },
  ],
  [
    'a cell of a Markdown table',
    (text) => {
      const table = rendered(`| a | b |\n|---|---|\n| ${forMarkdown(text, { cell: true })} | second |`)
      expect(table).toMatch(/<tr>\n<td><code>[^<]*<\/code><\/td>\n<td>second<\/td>\n<\/tr>\n<\/tbody>/)
    },
  ],
  [
    'HTML',
    (text) => {
      expect(forHtml(text)).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/)
      expect(forHtml(text)).not.toMatch(/[[\p{Cc}\p{Cs}\ufffe\uffff]--[\n\t]]/v)
      expect(html`<i>${text}</i>`.markup).toBe(`<i>${forHtml(text)}</i>`)
    },
  ],
  [
    'JSON in HTML',
    (text) => {
      const shown = forHtmlJson(JSON.stringify({ text, [text]: [text] }))
      expect(shown).not.toMatch(/[<>&]/)
      expect(shown).not.toMatch(ACTIVE)
      expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify({ text, [text]: [text] })))
    },
  ],
  [
    'XML',
    (text) => {
      using document = XmlDocument.fromString(`<a b="${forXml(text)}">${forXml(text)}</a>`)
      expect(document.root.content).toBe(visibleInXml(text))
      expect(document.root.attr('b')?.value).toBe(visibleInXml(text))
    },
  ],
  [
    'a CSV cell that is safe',
    (text) => {
      expect(csvCell(text, true)).not.toMatch(/^"?\s*[=+\-@＝]/)
      expect(read(csvCell(text, true)).replace(/^'(?=\s*[=+\-@＝]|[\t\r\n])/, '')).toBe(text)
    },
  ],
  [
    'a CSV cell',
    (text) => {
      expect(read(csvCell(text))).toBe(text)
    },
  ],
]

describe.each(media)('%s', (_medium, holds) => {
  it.each(hostileTexts)('bears %s', (_name, text) => holds(text))
})

describe('escaped text', () => {
  it('is left as it is where nothing in it acts', () => {
    for (const text of ['Ünïcödé 漢字 👩‍👩‍👧‍👦 שלום', 'a: b, c; (d) [e] 50']) {
      expect([forTerminal(text), harmlessLine(text), forHtml(text), forXml(text), csvCell(text.replaceAll(',', ''))]).toEqual([
        text,
        text,
        text,
        text,
        text.replaceAll(',', ''),
      ])
      expect(forMarkdown(text)).toBe(`\`${text}\``)
    }
  })

  it('in CSV is exact unless safe cells are requested', () => {
    expect(csvCell('=1+1')).toBe('=1+1')
    expect(csvCell('=1+1', true)).toBe("'=1+1")
    expect(csvCell('a=1', true)).toBe('a=1')
    expect([csvCell(null), csvCell('')]).toEqual(['', '""'])
  })
})

function rendered(markdown: string): string {
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
}

/** What XML cannot hold, as escapes; all else to the character. */
function visibleInXml(text: string): string {
  return text.replace(/[[\p{Cc}\p{Cs}\ufffe\uffff]--[\n\r\t]]/gv, (char) => {
    const code = char.charCodeAt(0).toString(16)
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`
  })
}

function read(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
}
