/** Keys and indexes from the root, as in `['metrics', 1, 'threshold']`. */
export type ConfigPath = readonly (string | number)[]

/** A parsed text: its value, and offsets in it. */
export type ConfigTree = { readonly value: unknown; readonly offsetOf: (path: ConfigPath) => number }

/** What a parser finds wrong, and where. */
export type SyntaxFault = { readonly offset: number; readonly what: string }

/** Levels of nesting at most. No configuration that a person wrote comes near. */
export const MAX_DEPTH = 64
