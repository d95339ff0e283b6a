/** A part of a text that no sentence crosses. A `whole` block is one unit, whatever marks it contains. */
export type ProseBlock = { readonly start: number; readonly end: number; readonly whole: boolean }

/**
 * Splits a text at blank lines, rules, headings, list items, table rows and fenced code. Lines of one paragraph stay together where
 * the sentence visibly goes on over the line break.
 */
export function proseBlocks(text: string): ProseBlock[] {
  const blocks: ProseBlock[] = []
  let open: OpenBlock | undefined
  let fence: { readonly start: number; readonly marker: string } | undefined
  const close = (): void => {
    if (open !== undefined) blocks.push({ start: open.start, end: open.end, whole: false })
    open = undefined
  }
  for (const { start, end, line } of linesOf(text)) {
    if (fence !== undefined) {
      if (!closesFence(line, fence.marker)) continue
      blocks.push({ start: fence.start, end, whole: true })
      fence = undefined
      continue
    }
    const marker = FENCE.exec(line)?.[1]
    if (marker !== undefined) {
      close()
      fence = { start, marker }
    } else if (!LETTER_OR_DIGIT.test(line)) {
      close()
    } else if (TABLE_ROW.test(line)) {
      close()
      blocks.push({ start, end, whole: true })
    } else if (HEADING.test(line)) {
      close()
      blocks.push({ start, end, whole: false })
    } else {
      const item = beginsItem(line, open)
      if (open !== undefined && !item && goesOn(open.lastLine, line)) {
        open = { ...open, end, lastLine: line }
      } else {
        close()
        open = { start, end, lastLine: line, item }
      }
    }
  }
  close()
  // An unclosed fence reaches to the end of the text.
  if (fence !== undefined) blocks.push({ start: fence.start, end: text.length, whole: true })
  return blocks
}

type OpenBlock = { readonly start: number; readonly end: number; readonly lastLine: string; readonly item: boolean }

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const LINE_BREAK = /\r\n|[\n\r\f\u0085\u2028\u2029]/g
const FENCE = /^\s*(~{3,}|`{3,}(?=[^`]*$))/
const TABLE_ROW = /^\s*\|/
const HEADING = /^\s*#{1,6}\s/
const BULLET = /^\s*(?:[-*+•‣◦▪·]|[a-z]\))\s/
const NUMBERED = /^\s*\(?(\d{1,9})[.)](?:\s|$)/
const ENDS_SENTENCE = /[\p{Sentence_Terminal}…:][\p{Pe}\p{Pf}\p{Pi}"'*_]*\s*$/u
const LEAVES_OPEN = /[,;–—-]\s*$/
/** Wrapped prose fills its lines; a shorter line without an end mark was ended on purpose. */
const WRAPPED_LENGTH = 40

function* linesOf(text: string): Generator<{ start: number; end: number; line: string }> {
  let start = 0
  for (const found of text.matchAll(LINE_BREAK)) {
    yield { start, end: found.index, line: text.slice(start, found.index) }
    start = found.index + found[0].length
  }
  yield { start, end: text.length, line: text.slice(start) }
}

function closesFence(line: string, marker: string): boolean {
  const found = line.trim()
  return found.startsWith(marker) && found === marker.charAt(0).repeat(found.length)
}

/** A number begins an item unless it stands inside a wrapped sentence ("… opens on the" / "3. of August"). */
function beginsItem(line: string, open: OpenBlock | undefined): boolean {
  if (BULLET.test(line)) return true
  const number = NUMBERED.exec(line)?.[1]
  if (number === undefined) return false
  return number === '1' || open === undefined || open.item || endsSentence(open.lastLine)
}

function goesOn(line: string, next: string): boolean {
  if (line.length >= WRAPPED_LENGTH || endsSentence(line)) return true
  return LEAVES_OPEN.test(tailOf(line)) || /^\p{Ll}/u.test(next.slice(Math.max(0, next.search(LETTER_OR_DIGIT))))
}

function endsSentence(line: string): boolean {
  return ENDS_SENTENCE.test(tailOf(line))
}

/** End patterns read only the last characters, so that a long line of marks takes no more time than a short one. */
function tailOf(line: string): string {
  return line.trimEnd().slice(-16)
}
