/** The text in Unicode normalization form C, in which `é` is always one code point. */
export function normalizeNfc(text: string): string {
  return text.normalize('NFC')
}
