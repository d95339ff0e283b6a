export type Token =
  | { readonly kind: 'name' | 'sign'; readonly text: string }
  | { readonly kind: 'value'; readonly value: string | number }
  /** A template literal: its texts, one more than its expressions. */
  | { readonly kind: 'template'; readonly texts: readonly string[]; readonly codes: readonly string[] }

const SPACE = /\s+/y
const NAME = /[A-Za-z_$][\w$]*/y
const NUMBER = /\d+(?:\.\d+)?(?![\w.])/y
const TEXT = /"((?:[^"\\\n]|\\[^])*)"|'((?:[^'\\\n]|\\[^])*)'/y
const TEMPLATE = /`((?:[^`\\$]|\\[^]|\$(?!\{)|\$\{[^{}`]*\})*)`/y
const SIGN = /===|!==|==|!=|=>|\?\.|\?\?|\|\||&&|<=|>=|[.,:?()[\]{}+\-!<>]/y
const HOLE = /(?<!\\)((?:\\\\)*)\$\{([^{}`]*)\}/g
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' }

/** The tokens of an expression of JavaScript; `undefined` if it contains unsupported syntax, such as a regular expression. */
export function tokensOf(code: string): readonly Token[] | undefined {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(code) ?? undefined
    if (found !== undefined) at += found[0].length
    return found
  }
  while (at < code.length) {
    if (take(SPACE) !== undefined) continue
    const name = take(NAME)
    const number = name === undefined ? take(NUMBER) : undefined
    const text = name === undefined && number === undefined ? take(TEXT) : undefined
    const template = name === undefined && number === undefined && text === undefined ? take(TEMPLATE) : undefined
    if (name !== undefined) tokens.push({ kind: 'name', text: name[0] })
    else if (number !== undefined) tokens.push({ kind: 'value', value: Number(number[0]) })
    else if (text !== undefined) tokens.push({ kind: 'value', value: unescaped(text[1] ?? text[2] ?? '') })
    else if (template !== undefined) tokens.push(templateOf(template[1] ?? ''))
    else {
      const sign = take(SIGN)
      if (sign === undefined) return undefined
      tokens.push({ kind: 'sign', text: sign[0] })
    }
  }
  return tokens
}

function templateOf(inside: string): Token {
  const texts: string[] = []
  const codes: string[] = []
  let from = 0
  for (const { 0: hole, 1: backslashes = '', 2: code = '', index } of inside.matchAll(HOLE)) {
    texts.push(unescaped(inside.slice(from, index) + backslashes))
    codes.push(code)
    from = index + hole.length
  }
  return { kind: 'template', texts: [...texts, unescaped(inside.slice(from))], codes }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r\n|[^]))/g, (_all, point, unit, byte, sign) => {
    const code: unknown = point ?? unit ?? byte
    if (typeof code === 'string') return Number.parseInt(code, 16) > 0x10ffff ? '' : String.fromCodePoint(Number.parseInt(code, 16))
    const escaped = String(sign)
    if (escaped === '\n' || escaped === '\r\n') return ''
    return Object.hasOwn(ESCAPES, escaped) ? String(ESCAPES[escaped]) : escaped
  })
}
