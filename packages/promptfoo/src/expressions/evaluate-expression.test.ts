import { AssayError } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { evaluateExpression, unknownIn } from './evaluate-expression.ts'
import { parseExpression } from './parse-expression.ts'

const NAMES = new Set(['output', 'context', 'metadata', 'vars'])
const TAGGED = 'CONTEXT: The gate closes at ten.\n\nANSWER: At ten.'
const DOCS = [
  { text: 'One.', title: 'A', score: 0.9, tags: ['x'] },
  { text: 'Two.', title: 'B', score: 0.2, tags: ['y', 'z'] },
]
const GIVEN = {
  output: { context: 'C', citations: ['a', 'b'], docs: DOCS, none: null, answer: TAGGED, nested: [[1], [2]] },
  context: { vars: { task: 'T' }, metadata: { docs: DOCS } },
  metadata: { docs: DOCS },
  vars: { task: 'T' },
}

/** What JavaScript makes of the same code. */
function inJavaScript(code: string, given: Readonly<Record<string, unknown>>): unknown {
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the reader is measured against the language
  return new Function(...Object.keys(given), `return ${code}`)(...Object.values(given))
}

function read(code: string, given: Readonly<Record<string, unknown>> = GIVEN): unknown {
  const expression = parseExpression(code)
  if (expression === undefined) throw new Error(`not read: ${code}`)
  expect(unknownIn(expression, NAMES)).toBeUndefined()
  return evaluateExpression(expression, given)
}

describe('an expression has the value that JavaScript gives it', () => {
  it.each([
    'output.context',
    'output["context"]',
    'output.docs[1].text',
    'output.docs.map(d => d.text)',
    'output.docs.map((d) => d.text).join("\\n")',
    'output.docs.map((d, i) => `[${i + 1}] ${d.title}: ${d.text}`).join("\\n\\n")',
    'output.docs.map(({ text }) => text)',
    'output.docs.filter(d => d.score > 0.5).map(d => d.text)',
    'output.docs.filter((d) => d.score >= 0.2 && d.title !== "A").map((d) => d.text)',
    'output.docs.slice(0, 1).map(d => d.text).join(" ")',
    'output.docs.flatMap(d => d.tags)',
    'output.docs.find(d => d.title === "B")?.text',
    'output.docs.at(-1).text',
    'output.docs.length + " docs"',
    'output.nested.flat().join("-")',
    'output.citations.join("\\n")',
    'output.citations.join()',
    'output.missing?.docs.map(d => d.text).join("\\n")',
    'output.missing?.[0]?.text',
    'output.missing?.map(d => d.text) || []',
    'output.missing ?? "No context found"',
    'output.none ?? output.context',
    'output.none == null ? "none" : "some"',
    'output.none === null ? "original" : "wrong"',
    '(output.missing || output.docs)[0].text',
    '!output.missing && output.context',
    '-output.docs[0].score < 0',
    'output.answer.split("CONTEXT:")[1]?.split("ANSWER:")[0]?.trim() || ""',
    'output.answer.split("NOTHING:")[1]?.split("ANSWER:")[0]?.trim() || ""',
    "output.answer.split('ANSWER:')[0].replace('CONTEXT:', '').trim()",
    'output.answer.includes("gate") ? output.answer.slice(9, 17).toUpperCase() : ""',
    'output.answer.substring(output.answer.indexOf(":") + 1, output.answer.lastIndexOf("ANSWER")).trim()',
    'output.answer.split("\\n").filter(Boolean).map(String)',
    'output.answer.split("\\n\\n", 1)',
    'output.answer[0]',
    'context.metadata.docs.map(d => d.text).join("\\n")',
    'context.vars.task',
    'JSON.stringify(output, null, 2)',
    'JSON.parse("[1, {\\"a\\": \\"b\\"}]")[1].a',
    'Array.isArray(output.docs) ? output.docs.map((d) => d.text) : [output.docs]',
    'Object.values(output.docs[0]).join("|")',
    'String(output.docs[0].score)',
    '[output.context, vars.task]',
    '"a\\u00e9\\x41\\t" + \'it\\\'s\' + `${output.context}$` + "\\u{1F600}"',
    '1 + 2 + "3"',
    '"10" > "9"',
    '5 - 3',
    'true ? false ? 1 : 2 : 3',
    'output.citations',
  ])('%s', (code) => expect(read(code)).toEqual(inJavaScript(code, GIVEN)))

  it('also where its line returns it, or ends with a semicolon', () => {
    expect(read('return output.context;\n')).toBe('C')
  })
})

describe('an answer that is text', () => {
  it('is read as JSON where its text has no such part', () => {
    const output = JSON.stringify({ context: ['a'], docs: DOCS })
    expect(read('output.context', { output })).toEqual(['a'])
    expect(read('output.docs.map(d => d.text)', { output })).toEqual(['One.', 'Two.'])
    expect(read('output[0].text', { output: JSON.stringify(DOCS) })).toBe('One.')
    expect(read('JSON.parse(output).context[0]', { output })).toBe('a')
  })

  it('keeps what every text has', () => {
    expect(read('output.length', { output: '[1]' })).toBe(3)
    expect(read('output.split(",")', { output: '[1,2]' })).toEqual(['[1', '2]'])
    expect(read('output.context', { output: 'no JSON' })).toBeUndefined()
  })
})

it.each([
  ['output.missing.deep', /there is no \.deep of undefined/],
  ['output.missing.map(d => d.text)', /undefined has no \.map\(\)/],
  ['output.context.map(d => d)', /a text has no \.map\(\)/],
  ['output.docs.map("x")', /a text stands where a function is due/],
  ['JSON.parse(output.context)', /JSON/],
])('%s, where JavaScript throws, is an error of the data', (code, message) => {
  expect(() => inJavaScript(code, GIVEN)).toThrow()
  expect(() => read(code)).toThrow(message)
  expect(() => read(code)).toThrow(AssayError)
})

describe('what is not an expression of data is not evaluated', () => {
  it.each([
    'output.match(/CONTEXT: (.*)/)[1]',
    'process.env.KEY',
    'require("node:fs").readFileSync("/etc/passwd")',
    'globalThis',
    'output.constructor.constructor("return process")()',
    'output.docs.reduce((a, d) => a + d.text, "")',
    'output.docs.map(d => { return d.text })',
    'output.docs.map(function (d) { return d.text })',
    'new Date()',
    'this.output',
    'await output',
    '(() => output)()',
    'output = 1',
    'output++',
    'output.a; output.b',
    '[...output.docs]',
    '{ a: 1 }',
    'output.docs[0',
    'output.`x`',
    '`${`nested`}`',
    '"unclosed',
    '0x10',
    '',
    'x'.repeat(5000),
    '('.repeat(500) + 'output' + ')'.repeat(500),
  ])('%s', (code) => {
    const expression = parseExpression(code)
    expect(expression === undefined || unknownIn(expression, NAMES) !== undefined).toBe(true)
  })
})

describe('nothing but own data is reached', () => {
  it.each([
    'output.constructor',
    'output.__proto__',
    'output["constructor"]',
    'output.docs.constructor',
    'output.context.constructor',
    'output.toString',
    'output.docs.map',
  ])('%s is nothing', (code) => expect(read(code)).toBeUndefined())

  it('and no work without an end is done for it', () => {
    const output = { many: Array.from({ length: 3000 }, (_, at) => at) }
    expect(() => read('output.many.map(a => output.many.map(b => output.many.map(c => a)))', { output })).toThrow(/too many steps/)
  })
})
