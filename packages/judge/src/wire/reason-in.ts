import { defectAt, ownValue } from '../reply/reply-shape.ts'
import { unknownKeys } from './read-texts.ts'

/** The reason of a reply that is one object, with its repairs; an absent one reads as "". */
export function reasonIn(
  json: Readonly<Record<string, unknown>>,
  known: readonly string[],
): { readonly text: string; readonly repairs: readonly string[] } | { readonly defect: string } {
  const written = ownValue(json, 'reason')
  if (written !== undefined && typeof written !== 'string') return { defect: defectAt('reason', written, 'a text') }
  return { text: written ?? '', repairs: [...(written === undefined ? ['absent reason read as ""'] : []), ...unknownKeys(json, known)] }
}
