import { type $ZodType, toJSONSchema } from 'zod/v4/core'

type Shape = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly minItems?: number
}

/** The values that a schema accepts, in words, as in `a whole number from 1 to 99`. */
export function dueText(schema: $ZodType): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a JSON Schema these are the parts read here
  return shapeText(toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)
}

function shapeText(shape: Shape): string {
  if (shape.anyOf !== undefined) return oneOf([...new Set(shape.anyOf.map(shapeText))])
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.enum !== undefined) return oneOf(shape.enum.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))))
  switch (shape.type) {
    case 'integer':
      return `a whole number${range(shape)}`
    case 'number':
      return `a number${range(shape)}`
    case 'boolean':
      return 'true or false'
    case 'string':
      return shape.minLength === 1 ? 'a text that is not empty' : 'a text'
    case 'array':
      return `a list${shape.minItems === 1 ? ' that is not empty' : ''}`
    case 'null':
      return 'null'
    default:
      return 'a map of names to values'
  }
}

function range({ minimum, maximum, exclusiveMinimum }: Shape): string {
  const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum
  const least = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : minimum
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}${most === undefined ? '' : ` and at most ${most}`}`
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`
  if (least !== undefined) return ` of at least ${least}`
  return most === undefined ? '' : ` of at most ${most}`
}

function oneOf(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1) ?? ''}`
}
