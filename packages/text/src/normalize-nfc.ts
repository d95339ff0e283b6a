/** The text in Unicode normalisation form C, in which `é` is one code point however it was typed. */
export function normalizeNfc(text: string): string {
  return text.normalize('NFC')
}
