import { type Token, tokensOf } from './tokens.ts'

/** A part of an expression, as data: it is evaluated without running code. */
export type Expression =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null | undefined }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'template'; readonly texts: readonly string[]; readonly parts: readonly Expression[] }
  | { readonly kind: 'member'; readonly of: Expression; readonly key: Expression; readonly isOptional: boolean }
  | {
      readonly kind: 'call'
      readonly of: Expression
      readonly method: string
      readonly given: readonly Expression[]
      readonly isOptional: boolean
    }
  /** Parentheses end a chain of `?.`. */
  | { readonly kind: 'brackets'; readonly inside: Expression }
  | { readonly kind: 'unary'; readonly sign: string; readonly of: Expression }
  | { readonly kind: 'binary'; readonly sign: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  /** `(a, b) => …`. A parameter with several names is a destructured object: `({ text }) => …`. */
  | { readonly kind: 'arrow'; readonly parameters: readonly (string | readonly string[])[]; readonly body: Expression }

/** Longer texts are treated as code. */
const MOST_UNITS = 4000
const MOST_DEPTH = 100
const BINARY: readonly (readonly string[])[] = [['||', '??'], ['&&'], ['===', '!==', '==', '!='], ['<', '>', '<=', '>='], ['+', '-']]
const WORDS: ReadonlyMap<string, boolean | null | undefined> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])
/** Keywords that begin unsupported expressions. */
const STATEMENTS: ReadonlySet<string> = new Set([
  'new',
  'function',
  'class',
  'async',
  'await',
  'yield',
  'return',
  'const',
  'let',
  'var',
  'if',
  'for',
  'this',
  'typeof',
  'delete',
  'void',
  'in',
  'instanceof',
])

/**
 * Parses one JavaScript expression: values, paths with indices and `?.`, method calls, arrow functions as arguments, operators and `? :`.
 * `undefined` for anything else.
 */
export function parseExpression(code: string): Expression | undefined {
  const [, returned] = /^return\b([^]*)$/.exec(code.trim()) ?? []
  const text = (returned ?? code).trim().replace(/;$/, '')
  if (text.length > MOST_UNITS) return undefined
  const tokens = tokensOf(text)
  if (tokens === undefined || tokens.length === 0) return undefined
  try {
    return parsed(tokens)
  } catch (error) {
    if (error instanceof Unknown) return undefined
    throw error
  }
}

/** Thrown inside of the parser for unsupported expressions. */
class Unknown extends Error {}

function parsed(tokens: readonly Token[]): Expression {
  let at = 0
  let depth = 0

  const peek = (ahead = 0): Token | undefined => tokens[at + ahead]
  const isSign = (text: string, ahead = 0): boolean => {
    const token = peek(ahead)
    return token?.kind === 'sign' && token.text === text
  }
  function takes(text: string): boolean {
    if (!isSign(text)) return false
    at += 1
    return true
  }
  function expect(text: string): void {
    if (!takes(text)) throw new Unknown()
  }
  function name(): string {
    const token = peek()
    if (token?.kind !== 'name') throw new Unknown()
    at += 1
    return token.text
  }

  function expression(): Expression {
    depth += 1
    if (depth > MOST_DEPTH) throw new Unknown()
    const test = binary(0)
    depth -= 1
    if (!takes('?')) return test
    const yes = expression()
    expect(':')
    return { kind: 'choice', test, yes, no: expression() }
  }

  function binary(level: number): Expression {
    const signs = BINARY[level]
    if (signs === undefined) return unary()
    let left = binary(level + 1)
    for (;;) {
      const sign = signs.find((one) => takes(one))
      if (sign === undefined) return left
      left = { kind: 'binary', sign, left, right: binary(level + 1) }
    }
  }

  function unary(): Expression {
    const sign = ['!', '-', '+'].find((one) => takes(one))
    return sign === undefined ? chain(primary()) : { kind: 'unary', sign, of: unary() }
  }

  function chain(start: Expression): Expression {
    let of = start
    for (;;) {
      const isOptional = takes('?.')
      if (isOptional || isSign('.')) {
        if (!isOptional) at += 1
        if (isOptional && takes('[')) of = indexed(of, true)
        else of = member(of, name(), isOptional)
      } else if (takes('[')) of = indexed(of, false)
      else return of
    }
  }

  function indexed(of: Expression, isOptional: boolean): Expression {
    const key = expression()
    expect(']')
    return { kind: 'member', of, key, isOptional }
  }

  function member(of: Expression, key: string, isOptional: boolean): Expression {
    if (!takes('(')) return { kind: 'member', of, key: { kind: 'value', value: key }, isOptional }
    return { kind: 'call', of, method: key, given: listUntil(')', argument), isOptional }
  }

  function argument(): Expression {
    return arrow() ?? expression()
  }

  /** `d => …`, `(d, i) => …` or `({ text }) => …`; consumes nothing if there is none. */
  function arrow(): Expression | undefined {
    const start = at
    const parameters = parametersOf()
    if (parameters === undefined || !takes('=>') || isSign('{')) {
      at = start
      return undefined
    }
    return { kind: 'arrow', parameters, body: expression() }
  }

  function parametersOf(): (string | readonly string[])[] | undefined {
    const single = peek()
    if (single?.kind === 'name' && isSign('=>', 1)) return [name()]
    if (!isSign('(')) return undefined
    let end = at
    while (peek(end - at) !== undefined && !isSign(')', end - at)) end += 1
    if (!isSign('=>', end - at + 1)) return undefined
    at += 1
    return listUntil(')', () => (takes('{') ? listUntil('}', name) : name()))
  }

  function listUntil<T>(end: string, item: () => T): T[] {
    const items: T[] = []
    while (!takes(end)) {
      if (items.length > 0) expect(',')
      if (takes(end)) break
      items.push(item())
    }
    return items
  }

  function primary(): Expression {
    const token = peek()
    if (token?.kind === 'value') {
      at += 1
      return { kind: 'value', value: token.value }
    }
    if (token?.kind === 'template') {
      at += 1
      return { kind: 'template', texts: token.texts, parts: token.codes.map(within) }
    }
    if (takes('[')) return { kind: 'list', items: listUntil(']', expression) }
    if (takes('(')) {
      const inside = expression()
      expect(')')
      return { kind: 'brackets', inside }
    }
    const word = name()
    if (STATEMENTS.has(word)) throw new Unknown()
    return WORDS.has(word) ? { kind: 'value', value: WORDS.get(word) } : called(word)
  }

  /** A global function, as in `String(x)`. */
  function called(word: string): Expression {
    const of: Expression = { kind: 'name', name: word }
    return takes('(') ? { kind: 'call', of, method: '', given: listUntil(')', argument), isOptional: false } : of
  }

  const whole = expression()
  if (at < tokens.length) throw new Unknown()
  return whole
}

function within(code: string): Expression {
  const found = parseExpression(code)
  if (found === undefined) throw new Unknown()
  return found
}
