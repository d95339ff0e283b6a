import type { ShapeReading } from './reply-shape.ts'

/** How to read a reply that is text for people, not JSON. */
export type TextShape<T> = {
  /** Names the kind of reply in reports. */
  readonly key: string
  /** The form in words, for the repair of a reply. */
  readonly form: string
  /** Never throws. `prompt` is what the judge was sent. */
  readonly readText: (text: string, prompt: readonly string[]) => ShapeReading<T>
}
