import { fencedBlocks } from './fenced-blocks.ts'
import { hasRepeatedKey, type ParsedJson, parseSpan } from './parse-span.ts'
import { repeatedKey } from './repeated-key.ts'
import type { ReplyShape } from './reply-shape.ts'
import { type FoundObject, type ObjectScan, scanObjects, type TextSpan } from './scan-objects.ts'

export type Candidate<T> = {
  readonly value: T
  /** The object as it was written. */
  readonly source: string
  readonly repairs: readonly string[]
}

export type Candidates<T> = {
  readonly fitting: readonly Candidate<T>[]
  /** The defect of the first object that did not match. */
  readonly defect: string | undefined
  /** Why the text is unusable, whatever else matches. */
  readonly refusal: string | undefined
}

/** The search of one text, in stages that share their findings. */
export type CandidateSearch<T> = {
  /** The objects of a text that is JSON as a whole; `undefined` if it is not, or does not contain the shape's key. */
  readonly whole: () => Candidates<T> | undefined
  /** The objects in a text, fenced or bare. */
  readonly within: () => Candidates<T>
}

/** An answer is one of a few objects. Among more of them it is not searched. */
const MOST_OBJECTS = 64
/** How often one character may be scanned or parsed, over all attempts. */
const PASSES = 3

/** In longer texts a repeated key is refused without a search for its name. */
const MOST_NAMED = 100_000

const TOO_MANY = 'it holds too many objects or stray commas to tell the answer among them'
const UNCLOSED = 'it holds an object that is begun and never closed'
const TOO_DEEP = 'it nests too deep to be an answer'

/** Looks for objects that match a shape. More than `most` with its key are refused. */
export function searchCandidates<T>(text: string, shape: ReplyShape<T>, most = MOST_OBJECTS): CandidateSearch<T> {
  const quotedKey = JSON.stringify(shape.key)
  const fitting: Candidate<T>[] = []
  /** Parsed objects, by their start, since passes find the same ones again; and the position up to which they need no further check. */
  const done = new Map<number, number>()
  let defect: string | undefined
  let refusal: string | undefined
  let budget = PASSES * text.length
  /** From the first brace to the end of the text: the failed attempt to read it as JSON is the first pass over it as prose. */
  let firstPass: { readonly from: number; readonly scan: ObjectScan } | undefined
  const found = (): Candidates<T> => ({ fitting, defect, refusal })

  return {
    whole: () => (text.includes(quotedKey) && searchJson({ start: 0, end: text.length }, []) ? found() : undefined),
    within() {
      if (text.includes(quotedKey)) {
        searchProse(fencedBlocks(text, quotedKey, most).filter((block) => searchJson(block, ['taken from a fenced block'])))
      }
      return found()
    },
  }

  /** Whether the span is one JSON text; if so, its objects are checked, but not the content of its strings. */
  function searchJson(span: TextSpan, how: readonly string[]): boolean {
    const body = trimmed(text, span)
    const brackets = text.charAt(body.start) + text.charAt(body.end - 1)
    if (brackets !== '{}' && brackets !== '[]') return false
    const scan = scanObjects(text, body, { quotedKey, most, skipProse: brackets === '{}' })
    if (span.end === text.length && brackets === '{}') firstPass = { from: body.start, scan }
    if (scan.stopped === 'deep' || (scan.stopped === undefined && brackets === '{}' && scan.firstEnd !== body.end)) return false
    if (scan.stopped === 'many') {
      refusal = TOO_MANY
      return true
    }
    const root = parseSpan(text, body, scan.trailingCommas)
    if (root === undefined) {
      if (brackets === '{}') done.set(body.start, body.end)
      return false
    }
    const before = text.slice(span.start, body.start).includes('\uFEFF') ? [...how, 'byte order mark removed'] : how
    const inside = [...before, 'taken out of a surrounding object']
    const isRoot = (object: FoundObject): boolean => object.start === body.start
    take(scan.objects, {
      parse: (object) => (isRoot(object) ? root : parseSpan(text, object, scan.trailingCommas.slice(...object.commas))),
      how: (object) => (isRoot(object) ? before : inside),
    })
    return true
  }

  /**
   * Every balanced object outside of the spans that were read. A stray brace or quotation mark in prose invalidates the rest of a pass;
   * the next one begins after that brace. A text with unclosed objects is searched a few times at most.
   */
  function searchProse(blocks: readonly TextSpan[]): void {
    let scannable = PASSES * text.length
    for (let from = text.indexOf('{'); from !== -1 && scannable > 0 && refusal === undefined;) {
      scannable -= text.length - from
      const known = firstPass?.from === from ? firstPass.scan : undefined
      const scan = known ?? scanObjects(text, { start: from, end: text.length }, { quotedKey, most, skipProse: true })
      if (scan.stopped !== undefined) refusal = scan.stopped === 'deep' ? TOO_DEEP : TOO_MANY
      take(
        scan.objects.filter((object) => !blocks.some(({ start, end }) => object.start >= start && object.start < end)),
        {
          parse: (object) => parseSpan(text, object, scan.trailingCommas.slice(...object.commas)),
          how: () => ['taken out of surrounding text'],
        },
      )
      // The answer was begun and never ended. An object inside it is no answer of its own.
      if (scan.unclosedKey && fitting.length > 0) refusal ??= UNCLOSED
      from = scan.unclosed === -1 ? -1 : text.indexOf('{', scan.unclosed + 1)
    }
  }

  /** Outermost first. */
  function take(
    objects: readonly FoundObject[],
    { parse, how }: { parse: (object: FoundObject) => ParsedJson | undefined; how: (object: FoundObject) => readonly string[] },
  ): void {
    let takenTo = 0
    for (const object of objects.toSorted((a, b) => a.start - b.start)) {
      if (object.end <= takenTo) continue
      if (!done.has(object.start)) {
        if ((budget -= object.end - object.start) < 0) {
          refusal ??= TOO_MANY
          return
        }
        // An object inside an answer, or inside a broken one, is no answer of its own.
        done.set(object.start, read(object, parse(object), how) ? object.end : object.start)
      }
      takenTo = Math.max(takenTo, done.get(object.start) ?? 0)
    }
  }

  /** False if the object is JSON that does not match: an inner one may. */
  function read(object: FoundObject, parsed: ParsedJson | undefined, how: (object: FoundObject) => readonly string[]): boolean {
    if (parsed === undefined) return true
    const reading = shape.read(parsed.value)
    if (!reading.ok) {
      defect ??= reading.defect
      return false
    }
    const source = text.slice(object.start, object.end)
    if (hasRepeatedKey(parsed.value, object.pairs)) {
      refusal ??= `one object holds ${source.length > MOST_NAMED ? 'a key' : `the key ${JSON.stringify(repeatedKey(source))}`} twice`
    } else fitting.push({ value: reading.value, source, repairs: [...how(object), ...parsed.repairs, ...reading.repairs] })
    return true
  }
}

function trimmed(text: string, { start, end }: TextSpan): TextSpan {
  const body = text.slice(start, end)
  const from = end - body.trimStart().length
  return { start: from, end: Math.max(from, start + body.trimEnd().length) }
}
