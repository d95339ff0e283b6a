import { defectAt, isJsonObject, ownValue } from '../reply/reply-shape.ts'

/** The texts under a key of a reply, or the defect. */
export function readTexts(json: unknown, key: string): { readonly texts: readonly string[] } | { readonly defect: string } {
  if (!isJsonObject(json)) return { defect: defectAt('the reply', json, 'an object') }
  const listed = ownValue(json, key)
  if (!Array.isArray(listed)) return { defect: defectAt(key, listed, 'a list of texts') }
  const texts: string[] = []
  for (const [index, text] of listed.entries()) {
    if (typeof text !== 'string') return { defect: defectAt(`${key}[${index}]`, text, 'a text') }
    texts.push(text)
  }
  return { texts }
}

/** Unrequested keys, as they appear among the repairs. */
export function unknownKeys(json: unknown, known: readonly string[]): string[] {
  const isMore = isJsonObject(json) && Object.keys(json).some((key) => !known.includes(key))
  return isMore ? [`unknown keys beside ${known.join(' and ')} ignored`] : []
}
