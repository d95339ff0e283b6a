import { forTerminal, harmlessLine } from '@assay/reporters'
import { wrapText } from '@assay/reporters/parts'

/** `warning`: probably a mistake, but it would run. `skipped`: not checked, with the reason. */
export type CheckState = 'ok' | 'failed' | 'warning' | 'skipped'

export type CheckList = {
  /** Shows a line at once: some checks take time. */
  readonly add: (state: CheckState, what: string, says: string) => void
  readonly failed: () => number
  readonly total: () => number
}

const MARKS = {
  unicode: { ok: '✓', failed: '✗', warning: '!', skipped: '-' },
  plain: { ok: 'ok', failed: 'FAILED', warning: 'note', skipped: 'skipped' },
} as const

export function createCheckList(write: (text: string) => void, { width, unicode }: { width: number; unicode: boolean }): CheckList {
  let [failed, total] = [0, 0]
  return {
    add(state, what, says) {
      if (state === 'failed') failed += 1
      if (state !== 'warning') total += 1
      const [first = '', ...more] = says.split('\n').map(forTerminal)
      const paragraphs = [`${MARKS[unicode ? 'unicode' : 'plain'][state]} ${forTerminal(what)}: ${first}`, ...more]
      const lines = paragraphs.flatMap((text) => wrapText(text, width - 2))
      write(`${lines.map(harmlessLine).join('\n  ')}\n`)
    },
    failed: () => failed,
    total: () => total,
  }
}
