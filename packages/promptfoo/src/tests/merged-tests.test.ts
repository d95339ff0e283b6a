import { describe, expect, it } from 'vitest'
import { complaint } from '../__fixtures__/complaint.ts'
import { configFiles } from '../__fixtures__/config-files.ts'
import { run } from '../__fixtures__/promptfoo-run.ts'

const recall = (value: string, more = '') => `{ type: context-recall, threshold: 0, value: ${JSON.stringify(value)}${more} }`

/** What promptfoo 0.123.1 made of the same files was written down from its results. */
describe('defaultTest', () => {
  const defaults = `defaultTest:
  vars: { context: Of default., kind: d }
  metadata: { from: default, of: default }
  threshold: 0.4
  providerOutput: of default
  options: { rubricPrompt: "{{context}} {{groundTruth}}" }
  assert: [${recall('D d.')}]
`

  it('gives variables, metadata, threshold and assertions, what stands in the test over them; and no output', async () => {
    const { rows, results } = await run(
      configFiles(`${defaults}tests:
  - { vars: { context: Of test. }, metadata: { of: test }, assert: [${recall('T {{kind}}.')}] }
  - { vars: {}, threshold: 0 }
`),
      { answer: () => 'One. [YES]' },
    )
    expect(rows).toMatchObject([
      { retrievedContexts: ['Of test.'], reference: 'D d.', metadata: { from: 'default', of: 'test' } },
      { retrievedContexts: ['Of default.'], metadata: { from: 'default', of: 'default' } },
    ])
    expect(rows[0]).not.toHaveProperty('response')
    expect(results.map(({ scores, gate }) => [Object.keys(scores), gate?.threshold])).toEqual([
      [['context_recall', 'context_recall#2'], 0.4],
      [['context_recall'], 0],
    ])
  })

  it('leaves its assertions out where a test says disableDefaultAsserts', async () => {
    const test = `tests:\n  - { vars: {}, options: { disableDefaultAsserts: true }, assert: [${recall('T t.')}] }\n`
    expect((await run(configFiles(`${defaults}${test}`))).rows).toMatchObject([{ reference: 'T t.' }])
  })

  it('is the test where there are no others', async () => {
    const { rows } = await run(configFiles(defaults))
    expect(rows).toMatchObject([{ retrievedContexts: ['Of default.'], reference: 'D d.' }])
  })

  it('may be a reference, or a file', async () => {
    const test = `tests: [{ vars: { context: A. } }]\n`
    for (const written of ["{ $ref: '#/shared' }", 'file://default.yaml']) {
      const config = `defaultTest: ${written}\nshared: { assert: [${recall('S s.')}] }\n${test}`
      const { rows } = await run(configFiles(config, { 'default.yaml': `assert: [${recall('S s.')}]` }))
      expect(rows).toMatchObject([{ reference: 'S s.' }])
    }
  })
})

describe('scenarios', () => {
  const every = `defaultTest:
  vars: { context: Of default. }
  metadata: { by: default }
  assert: [${recall('D d.')}]
scenarios:
  - config:
      - { vars: { who: Ann, context: Of Ann. }, assert: [${recall('Of {{who}}.')}] }
      - { vars: { who: Bob }, metadata: { by: Bob }, threshold: 0.3, description: Bob is tested }
    tests:
      - { vars: { what: bikes }, assert: [${recall('{{who}} on {{what}}.')}] }
      - { vars: { what: gates, who: Zoe }, threshold: 0 }
`

  it('are every test on every entry, entries first, each over what is further away', async () => {
    const { rows, results } = await run(configFiles(every))
    expect(rows.map(({ retrievedContexts, metadata }) => [retrievedContexts?.[0], metadata])).toEqual([
      ['Of Ann.', { by: 'default' }],
      ['Of Ann.', { by: 'default' }],
      ['Of default.', { by: 'Bob', description: 'Bob is tested' }],
      ['Of default.', { by: 'Bob', description: 'Bob is tested' }],
    ])
    const { metrics } = await run(configFiles(every))
    expect(rows.map((row) => [row.reference, metrics(row).asks])).toEqual([
      ['D d.', ['Of Ann.', 'Ann on bikes.']],
      ['D d.', ['Of Zoe.']],
      ['D d.', ['Bob on bikes.']],
      ['D d.', undefined],
    ])
    expect(results.map(({ gate }) => gate?.threshold)).toEqual([undefined, 0, 0.3, 0])
  })

  it('stand behind the tests, in files by a pattern, and take tests of a table', async () => {
    const scenario = `- config: [{ vars: { context: A. } }]\n  tests: file://tests.csv\n- config: [{ vars: { context: B. } }]\n  tests: [{ path: 'file://tests.csv' }]\n`
    const files = {
      'scenarios/a.yaml': scenario,
      'scenarios/b.yaml': `config: [{ vars: { context: C. } }]\ntests: [{ assert: [${recall('C c.')}] }]\n`,
      'tests.csv': 'q,__expected\nx,context-recall(0.8): X.\ny,context-recall(0.8): Y.\n',
    }
    const config = `tests: [{ vars: { context: T. }, assert: [${recall('T t.')}] }]\nscenarios: 'file://scenarios/*.yaml'\n`
    const { rows } = await run(configFiles(config, files))
    expect(rows.map(({ id, retrievedContexts, reference }) => [id, retrievedContexts?.[0], reference])).toEqual([
      ['test-1', 'T.', 'T t.'],
      ['test-2', 'A.', 'X.'],
      ['test-3', 'A.', 'Y.'],
      ['test-4', 'B.', 'X.'],
      ['test-5', 'B.', 'Y.'],
      ['test-6', 'C.', 'C c.'],
    ])
  })

  it('without tests of their own check their entries', async () => {
    const { rows } = await run(configFiles(`scenarios: [{ config: [{ vars: { context: A. }, assert: [${recall('A a.')}] }] }]`))
    expect(rows).toMatchObject([{ reference: 'A a.' }])
  })

  it('that are written wrongly are refused with their place', async () => {
    expect(await complaint(run(configFiles('scenarios: [{ tests: [] }]')))).toMatch(/^promptfooconfig\.yaml:1: scenarios\[0\]\.config: /)
    expect(await complaint(run(configFiles('scenarios: [{ config: [{ $values: file://x.yaml }] }]')))).toMatch(
      /scenarios\[0\]\.config\[0\]: entries in another file are not read/,
    )
  })
})

describe('a $ref', () => {
  const templates = `assertionTemplates:
  base: { type: context-recall, threshold: 0.2, value: Base b. }
  strict: { $ref: '#/assertionTemplates/base', threshold: 0.9 }
`

  it('stands for an assertion of the same file, what is beside it over it, also through another and in a set', async () => {
    const { results } = await run(
      configFiles(`${templates}tests:
  - vars: { context: Base b. }
    assert:
      - $ref: '#/assertionTemplates/base'
      - { $ref: '#/assertionTemplates/strict', metric: strict }
      - { type: assert-set, assert: [{ $ref: '#/assertionTemplates/base', metric: inner }] }
`),
    )
    expect(Object.entries(results[0]?.scores ?? {}).map(([name, { check }]) => [name, check])).toEqual([
      ['context_recall', { threshold: 0.2 }],
      ['strict', { threshold: 0.9 }],
      ['inner', { threshold: 0.2, set: 'assert_set' }],
    ])
  })

  it('may stand for a whole test, and in a file of tests for a part of it', async () => {
    const config = `shared: { vars: { context: A. }, assert: [${recall('A a.')}] }\ntests: [{ $ref: '#/shared' }, 'file://t.yaml']\n`
    const tests = `- { vars: { context: B. }, assert: [{ $ref: '#/1/assert/0' }] }\n- { vars: { context: C. }, assert: [${recall('C c.')}] }\n`
    const { rows } = await run(configFiles(config, { 't.yaml': tests }))
    expect(rows.map(({ reference }) => reference)).toEqual(['A a.', 'C c.', 'C c.'])
  })

  it('tells faults of what it stands for where that stands', async () => {
    const config = `assertionTemplates: { bad: { type: 7 } }\ntests:\n  - assert: [{ $ref: '#/assertionTemplates/bad' }]\n`
    expect(await complaint(run(configFiles(config)))).toMatch(/^promptfooconfig\.yaml:1: assertionTemplates\.bad\.type: found 7/)
  })
})

describe('an assert-set', () => {
  const set = (more: string) => `tests:
  - vars: { context: The gate closes at ten. }
    assert:
      - type: assert-set
        ${more}
        assert:
          - { type: context-recall, threshold: 1, weight: 3, value: "The gate closes at ten." }
          - { type: context-recall, threshold: 1, value: "Fires are allowed." }
          - { type: cost, threshold: 0.1 }
`

  it.each([
    ['threshold: 0.75', { value: 0.75, passed: true, sets: [{ name: 'assert_set', value: 0.75, passed: true, threshold: 0.75 }] }],
    ['threshold: 0.8', { passed: false, sets: [{ passed: false }] }],
    ['metric: either', { passed: false, sets: [{ name: 'either', value: 0.75, passed: false }] }],
    ['weight: 2', { value: 0.75, sets: [{ weight: 2 }] }],
  ])('with %s is held to as a whole, and what is skipped of it is named', async (more, gate) => {
    const { results } = await run(configFiles(set(more)))
    expect(results).toMatchObject([{ gate, skipped: [{ name: 'cost', place: 'promptfooconfig.yaml:9' }] }])
  })

  it('that holds no assertions is refused with its line', async () => {
    expect(await complaint(run(configFiles('tests: [{ assert: [{ type: assert-set }] }]')))).toMatch(
      /^promptfooconfig\.yaml:1: tests\[0\]\.assert\[0\]\.assert: /,
    )
  })
})

describe('tests by their path', () => {
  it('are read as the file that it names, alone, in a list and by a pattern', async () => {
    const table = (text: string) => `context,__expected\n${text},context-recall(0.8): ${text}\n`
    const files = { 'a.csv': table('Ants dig.'), 'b.csv': table('Bees hum.') }
    for (const [tests, references] of [
      ['{ path: file://a.csv }', ['Ants dig.']],
      ['[{ path: file://a.csv, config: { unused: 1 } }, b.csv]', ['Ants dig.', 'Bees hum.']],
      ["[{ path: 'file://*.csv' }]", ['Ants dig.', 'Bees hum.']],
    ] as const) {
      const { rows } = await run(configFiles(`tests: ${tests}\n`, files))
      expect(rows.map(({ reference }) => reference)).toEqual(references)
    }
  })

  it('are made by code of a configuration that is trusted', async () => {
    const files = {
      'tests.mjs': `export default async ({ who }) => [{ vars: { context: who }, assert: [{ type: 'context-recall', threshold: 0, value: who + '.' }] }]`,
      'list.cjs': `module.exports = [{ vars: { context: 'C' }, assert: [{ type: 'context-recall', threshold: 0, value: 'List.' }] }]`,
      'named.ts': `export const made = (): object[] => [{ vars: { context: 'N' }, assert: [{ type: 'context-recall', threshold: 0, value: 'Named.' }] }]`,
    }
    const config = `tests:\n  - { path: file://tests.mjs, config: { who: Ann } }\n  - file://list.cjs\n  - file://named.ts:made\n`
    const { rows } = await run(configFiles(config, files), { trustConfig: true })
    expect(rows.map(({ reference }) => reference)).toEqual(['Ann.', 'List.', 'Named.'])
  })
})
