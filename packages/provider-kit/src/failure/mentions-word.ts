/** Whether a text holds a name as a whole word: `seed` does not stand in `seeded`. */
export function mentionsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordAt(text, at - 1) && !isWordAt(text, at + word.length)) return true
  }
  return false
}

function isWordAt(text: string, at: number): boolean {
  return /\w/.test(text[at] ?? '')
}
