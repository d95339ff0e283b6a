import type { ShapeReading } from './reply-shape.ts'

/** How a reply is read that is text for people, not JSON. */
export type TextShape<T> = {
  /** Names the kind of reply where something is reported. */
  readonly key: string
  /** The form in words, for a judge that missed it. */
  readonly form: string
  /** Never throws. `prompt` is what the judge was shown. */
  readonly readText: (text: string, prompt: readonly string[]) => ShapeReading<T>
}
