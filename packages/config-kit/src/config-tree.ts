/** Keys and indexes from the root, as in `['metrics', 1, 'threshold']`. */
export type ConfigPath = readonly (string | number)[]

/** A parsed text: its value, and offsets in it. */
export type ConfigTree = { readonly value: unknown; readonly offsetOf: (path: ConfigPath) => number }

/** A fault found by a parser, and its place. */
export type SyntaxFault = { readonly offset: number; readonly what: string }

/** The deepest nesting. No configuration written by a person comes near. */
export const MAX_DEPTH = 64
