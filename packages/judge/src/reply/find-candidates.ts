import { canonicalJson } from '@assay/core'
import { balancedObjects } from './balanced-objects.ts'
import { fencedBlocks } from './fenced-blocks.ts'
import { parseJson, type ParsedJson } from './parse-json.ts'
import { isJsonObject, type ReplyShape } from './reply-shape.ts'

export type Candidate<T> = { readonly value: T; readonly repairs: readonly string[] }

export type Candidates<T> = {
  /** Fitting values, each once, by the canonical JSON of what was read. */
  readonly fitting: ReadonlyMap<string, Candidate<T>>
  /** What kept the first object that did not fit from fitting. */
  readonly defect: string | undefined
}

type Found<T> = { readonly fitting: Map<string, Candidate<T>>; defect: string | undefined }

/** An answer stands among a few objects. A text with more of them is searched no further. */
const MOST_OBJECTS = 64
/** How often one character may be parsed, all attempts taken together. */
const PARSES = 3

/** The whole text as JSON, or `undefined` where it is none or does not hold the shape's key. */
export function candidatesOfWhole<T>(text: string, shape: ReplyShape<T>): Candidates<T> | undefined {
  if (!text.includes(JSON.stringify(shape.key))) return undefined
  const parsed = parseJson(text)
  if (parsed === undefined) return undefined
  const found: Found<T> = { fitting: new Map(), defect: undefined }
  collect(parsed, shape, [], found)
  return found
}

/** Every object in a text, fenced or bare, that fits the shape. */
export function candidatesWithin<T>(text: string, shape: ReplyShape<T>): Candidates<T> {
  const found: Found<T> = { fitting: new Map(), defect: undefined }
  if (!text.includes(JSON.stringify(shape.key))) return found
  for (const block of fencedBlocks(text).slice(0, MOST_OBJECTS)) {
    const parsed = parseJson(block)
    if (parsed !== undefined) collect(parsed, shape, ['taken from a fenced block'], found)
  }
  let budget = PARSES * text.length
  let attempts = 0
  let parsedTo = 0
  for (const { start, end } of balancedObjects(text, shape.key)) {
    if (end <= parsedTo) continue
    if ((budget -= end - start) < 0 || (attempts += 1) > MOST_OBJECTS) {
      found.defect ??= 'it holds too many objects to tell the answer among them'
      break
    }
    const parsed = parseJson(text.slice(start, end))
    if (parsed === undefined) continue
    parsedTo = end
    collect(parsed, shape, ['taken out of surrounding text'], found)
  }
  return found
}

/** The object itself, else the objects inside it, outermost first; with a stack of its own, for depth is the judge's. */
function collect<T>(parsed: ParsedJson, shape: ReplyShape<T>, how: readonly string[], found: Found<T>): void {
  const open: unknown[] = [parsed.value]
  for (let depth = 0; open.length > 0; depth += 1) {
    const json = open.pop()
    if (isJsonObject(json) && Object.hasOwn(json, shape.key)) {
      const reading = shape.read(json)
      if (reading.ok && parsed.defect === undefined) {
        const repairs = [...how, ...(depth === 0 ? [] : ['taken out of a surrounding object']), ...parsed.repairs, ...reading.repairs]
        const key = canonicalJson(reading.value)
        if (!found.fitting.has(key)) found.fitting.set(key, { value: reading.value, repairs })
        continue
      }
      found.defect ??= reading.ok ? parsed.defect : reading.defect
    }
    if (typeof json !== 'object' || json === null) continue
    for (const held of Object.values(json)) if (typeof held === 'object' && held !== null) open.push(held)
  }
}
