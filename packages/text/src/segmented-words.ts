/**
 * The words of the lower-cased text as `Intl.Segmenter` finds them, in their order, with repeats: for Chinese, Japanese and Thai,
 * which write no spaces. The words come from ICU's dictionaries and may change with the version of Node.
 */
export function segmentedWords(text: string): string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' })
  const words: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(text.toLowerCase())) if (isWordLike === true) words.push(segment)
  return words
}

let segmenter: Intl.Segmenter | undefined
