const OPENER = /<(?:think|thinking|thought|reasoning)>/i
const OPENS_TEXT = /^\s*<(?:think|thinking|thought|reasoning)>/i
const OPENS_LINE = /(?:^|\n)[ \t]{0,8}<(?:think|thinking|thought|reasoning)>/i
const CLOSER = /<\/(?:think|thinking|thought|reasoning)>/i

/**
 * Removes the model's reasoning from the text. Everything before the first closing tag is reasoning, with or without an opening tag;
 * after an opening tag that is never closed there is no answer. Tags are removed only together with all text before or after them, so
 * data that contains such a tag may become unreadable, but is never misread.
 */
export function stripReasoning(text: string): string {
  let rest = text
  for (let closer = CLOSER.exec(rest); closer !== null; closer = OPENS_TEXT.test(rest) ? CLOSER.exec(rest) : null) {
    rest = rest.slice(closer.index + closer[0].length)
  }
  const unclosed = OPENER.test(rest) && !CLOSER.test(rest) ? OPENS_LINE.exec(rest) : null
  return unclosed === null ? rest : rest.slice(0, unclosed.index)
}
