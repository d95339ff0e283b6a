import type { $ZodType, $ZodTypes } from 'zod/v4/core'

/** The form of an option on the command line: a switch, one value, or a value for each time that its flag is given. */
export type OptionKind = 'switch' | 'number' | 'text' | 'list'

/** The choices of a schema; `undefined` if it accepts other texts. */
export function choicesOf(schema: $ZodType): readonly string[] | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the union of all schemas that zod has
  const { def } = (schema as $ZodTypes)._zod
  if (def.type === 'optional' || def.type === 'nullable') return choicesOf(def.innerType)
  return def.type === 'enum' ? Object.values(def.entries).map(String) : undefined
}

/** Of several schemas, the most general: a list before a text before a number. */
export function optionKind(schema: $ZodType): OptionKind {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the union of all schemas that zod has
  const { def } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return optionKind(def.innerType)
    case 'boolean':
      return 'switch'
    case 'number':
      return 'number'
    case 'array':
      // A list of maps is for files and code: the command line has another form for it.
      return isMap(def.element) ? 'text' : 'list'
    case 'union': {
      const kinds = new Set(def.options.map(optionKind))
      return (['list', 'text', 'number'] as const).find((kind) => kinds.has(kind)) ?? 'switch'
    }
    default:
      return 'text'
  }
}

function isMap(schema: $ZodType): boolean {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the union of all schemas that zod has
  return (schema as $ZodTypes)._zod.def.type === 'object'
}
