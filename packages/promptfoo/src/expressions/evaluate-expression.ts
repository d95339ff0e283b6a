import { AssayError } from '@assay/core'
import { asText, type Callback, callFunction, callMethod, isFunction, isMethod, NAMED_CALLBACKS, shownKind } from './methods.ts'
import type { Expression } from './parse-expression.ts'

type Names = ReadonlyMap<string, unknown>

/** The most steps of one evaluation, so that a configuration cannot block a run. */
const MOST_STEPS = 1_000_000
/** The result of `?.` on nothing: the rest of its chain is skipped. */
const NOTHING = Symbol('nothing')

/** The first unknown name or method in an expression; `undefined` if all are known. */
export function unknownIn(expression: Expression, known: ReadonlySet<string>): string | undefined {
  const inside = (parts: readonly Expression[], names = known): string | undefined => {
    for (const part of parts) {
      const found = unknownIn(part, names)
      if (found !== undefined) return found
    }
    return undefined
  }
  switch (expression.kind) {
    case 'name':
      return known.has(expression.name) || NAMED_CALLBACKS.has(expression.name) ? undefined : expression.name
    case 'list':
      return inside(expression.items)
    case 'template':
      return inside(expression.parts)
    case 'member':
      return inside([expression.of, expression.key])
    case 'call': {
      const named = functionName(expression)
      if (named !== undefined) return inside(expression.given)
      return isMethod(expression.method) ? inside([expression.of, ...expression.given]) : `.${expression.method}()`
    }
    case 'brackets':
      return inside([expression.inside])
    case 'unary':
      return inside([expression.of])
    case 'binary':
      return inside([expression.left, expression.right])
    case 'choice':
      return inside([expression.test, expression.yes, expression.no])
    case 'arrow':
      return inside([expression.body], new Set([...known, ...expression.parameters.flat()]))
    default:
      return undefined
  }
}

/**
 * The value of an expression whose names are all known. Only own properties are read, and only known methods are called.
 * @throws AssayError `data` where JavaScript would throw, and if it takes too many steps.
 */
export function evaluateExpression(expression: Expression, names: Readonly<Record<string, unknown>>): unknown {
  let steps = 0

  function value(of: Expression, scope: Names): unknown {
    const found = chained(of, scope)
    return found === NOTHING ? undefined : found
  }

  function chained(of: Expression, scope: Names): unknown {
    steps += 1
    if (steps > MOST_STEPS) throw new AssayError({ kind: 'data', message: 'it takes too many steps' })
    switch (of.kind) {
      case 'name':
        return scope.get(of.name)
      case 'list':
        return of.items.map((item) => value(item, scope))
      case 'template':
        return of.texts.map((text, at) => text + (of.parts[at] === undefined ? '' : asText(value(of.parts[at], scope)))).join('')
      case 'member':
        return member(of, scope)
      case 'call':
        return call(of, scope)
      case 'brackets':
        return value(of.inside, scope)
      case 'unary':
        return unary(of.sign, value(of.of, scope))
      case 'binary':
        return binary(of, scope)
      case 'choice':
        return value(of.test, scope) ? value(of.yes, scope) : value(of.no, scope)
      case 'arrow':
        return arrow(of, scope)
      default:
        return of.value
    }
  }

  function member(of: Extract<Expression, { kind: 'member' }>, scope: Names): unknown {
    const object = chained(of.of, scope)
    if (object === NOTHING || (of.isOptional && isNullish(object))) return NOTHING
    const key = value(of.key, scope)
    return propertyOf(object, typeof key === 'number' ? key : asText(key), of.of)
  }

  function call(of: Extract<Expression, { kind: 'call' }>, scope: Names): unknown {
    const named = functionName(of)
    const given = (): unknown[] => of.given.map((part) => value(part, scope))
    if (named !== undefined) return called(() => callFunction(named, given()))
    const object = chained(of.of, scope)
    if (object === NOTHING || (of.isOptional && isNullish(object))) return NOTHING
    return called(() => callMethod(object, of.method, given()))
  }

  function arrow({ parameters, body }: Extract<Expression, { kind: 'arrow' }>, scope: Names): Callback {
    return (...given) => {
      const inner = new Map(scope)
      for (const [at, parameter] of parameters.entries()) {
        if (typeof parameter === 'string') inner.set(parameter, given[at])
        else for (const name of parameter) inner.set(name, propertyOf(given[at], name))
      }
      return value(body, inner)
    }
  }

  function binary({ sign, left, right }: Extract<Expression, { kind: 'binary' }>, scope: Names): unknown {
    const first = value(left, scope)
    if (sign === '||') return first || value(right, scope)
    if (sign === '&&') return first && value(right, scope)
    if (sign === '??') return first ?? value(right, scope)
    return combined(sign, first, value(right, scope))
  }

  return value(expression, new Map([...NAMED_CALLBACKS, ...Object.entries(names)]))
}

/** The name of a global function, such as `JSON.parse`; `undefined` for a method. */
function functionName({ of, method }: Extract<Expression, { kind: 'call' }>): string | undefined {
  if (of.kind !== 'name') return undefined
  const name = method === '' ? of.name : `${of.name}.${method}`
  return isFunction(name) ? name : undefined
}

/** Answers are texts. If a text has no such property and is JSON, the property is read from the parsed value. */
function propertyOf(object: unknown, key: string | number, of?: Expression): unknown {
  if (isNullish(object)) throw new AssayError({ kind: 'data', message: `there is no .${key} of ${String(object)}` })
  if (typeof object === 'string') {
    if (key === 'length') return object.length
    const parsed = of?.kind === 'name' && of.name === 'output' ? parsedJson(object) : undefined
    if (parsed !== undefined) return propertyOf(parsed, key)
    return typeof key === 'number' || /^\d+$/.test(key) ? object[Number(key)] : undefined
  }
  if (typeof object !== 'object' || !Object.hasOwn(object, key)) return undefined
  return Reflect.get(object, key)
}

function parsedJson(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}

function unary(sign: string, of: unknown): unknown {
  if (sign === '!') return !of
  return sign === '-' ? -Number(of) : Number(of)
}

function combined(sign: string, left: unknown, right: unknown): unknown {
  if (sign === '===' || sign === '!==') return (left === right) === (sign === '===')
  // Values of different types are never equal, except null and undefined.
  if (sign === '==' || sign === '!=') return (left === right || (isNullish(left) && isNullish(right))) === (sign === '==')
  if (sign === '+') return typeof left === 'number' && typeof right === 'number' ? left + right : asText(left) + asText(right)
  const [a, b] = typeof left === 'string' && typeof right === 'string' ? [left, right] : [Number(left), Number(right)]
  if (sign === '<') return a < b
  if (sign === '>') return a > b
  if (sign === '<=') return a <= b
  return sign === '>=' ? a >= b : Number(left) - Number(right)
}

function called(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    if (AssayError.is(error)) throw error
    throw new AssayError({ kind: 'data', message: error instanceof Error ? error.message : shownKind(error), cause: error })
  }
}

function isNullish(value: unknown): value is null | undefined {
  return value === null || value === undefined
}
