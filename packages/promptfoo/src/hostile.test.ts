import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AssayError } from '@assay/core'
import { expect, it } from 'vitest'
import { models, project } from './__fixtures__/promptfoo-run.ts'
import { readPromptfooConfig } from './read-promptfoo-config.ts'

const recall = (value: string) => `- { type: context-recall, threshold: 1, value: ${JSON.stringify(value)} }`
const config = (vars: string, assert = recall('A b.')) => `tests:\n  - vars: ${vars}\n    assert:\n      ${assert}\n`
const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...'bcdefgh'.split('').map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]}, `.repeat(9)}]`),
].join('\n')

/** What each says: as an error, or among the notes of a run that left it out. */
it.each<[what: string, text: string, says: RegExp]>([
  ['a YAML bomb', `${bomb}\ntests: *h`, /^promptfooconfig\.yaml:1: its aliases \(\*name\) unfold to \d+ parts/],
  ['an anchor inside itself', 'tests: &t [*t]', /^promptfooconfig\.yaml:1: the alias \*t stands inside what it stands for/],
  ['an alias of nothing', 'tests: *none', /:1: the alias \*none has no target/],
  ['deep nesting', `tests: ${'['.repeat(300)}${']'.repeat(300)}`, /:1: it is nested more than 64 levels deep/],
  ['a repeated key', 'tests: []\ntests: []', /:2: this name stands twice/],
  ['a tab', 'tests:\n\t- vars: {}', /:2: a tab stands where lines are indented/],
  ['a tag that stands for code', 'tests: !!js/function "x"', /:1: it has a tag/],
  ['__proto__ in variables', config('{ __proto__: { context: A. } }'), /:2: "__proto__" is no name/],
  ['__proto__ of the whole', '__proto__: { tests: [] }\ntests: []', /:1: "__proto__" is no name/],
  [
    'a prototype in a value',
    config('{ context: A. }', recall('{{__proto__.x}}')),
    /:4: tests\[0\]\.assert\[0\]\.value: it shows \{\{__proto__\.x\}\}/,
  ],
  [
    'a file above the folder',
    config('{ context: "file://../secret.txt" }'),
    /:2: tests\[0\]\.vars\.context: file:\/\/\.\.\/secret\.txt leads to .*outside the folder/,
  ],
  ['an absolute file', config('{ context: "file:///etc/passwd" }'), /:2: .*outside the folder/],
  ['a link out of the folder', config('{ context: "file://link.txt" }'), /:2: .*file:\/\/link\.txt leads to .*outside the folder/],
  [
    'a file in a value',
    config('{ context: A. }', recall('file://../secret.txt')),
    /:4: tests\[0\]\.assert\[0\]\.value: .*outside the folder/,
  ],
  ['a pattern of tests', 'tests: file://../*.yaml', /:1: tests: .*looks outside the folder of the configuration\..*--trust-config/],
  ['a pattern behind another', 'tests: ["file://a/../../*.yaml"]', /:1: tests\[0\]: .*looks outside the folder/],
  ['a file of tests', 'tests: file://../tests.yaml', /:1: tests: .*(?:outside the folder|there is no such file)/],
  [
    'a rubric outside',
    `defaultTest: { options: { rubricPrompt: "file://../secret.txt" } }\n${config('{ context: A. }')}`,
    /:1: defaultTest\.options\.rubricPrompt: .*outside the folder/,
  ],
  [
    'a variable that is code',
    config('{ context: "file://context.js" }', recall('A b.')),
    /:2: file:\/\/context\.js is code, which is not run/,
  ],
  [
    'tests that are code',
    `tests: ["file://tests.py", { vars: { context: A. }, assert: [${recall('A b.').slice(2)}] }]`,
    /:1: the tests of file:\/\/tests\.py are not read: they are code in a language that is not run here/,
  ],
  [
    'a value that is code',
    config('{ context: A. }', `${recall('A b.')}\n      ${recall('file://check.js:run')}`),
    /:5: the assertion "context-recall" is skipped: file:\/\/check\.js:run is code, which is not run/,
  ],
  [
    'an assertion that is code',
    config('{ context: A. }', `${recall('A b.')}\n      - { type: javascript, value: "process.exit(9)" }`),
    /:5: the assertion "javascript" is skipped: Assay has no check of this type/,
  ],
  [
    'an unknown assertion',
    config('{ context: A. }', `${recall('A b.')}\n      - { type: __proto__, value: x }`),
    /:5: the assertion "__proto__" is skipped/,
  ],
  [
    'a template tag',
    config('{ context: A. }', `${recall('A b.')}\n      ${recall('{% include "/etc/passwd" %}')}`),
    /:5: .*is skipped: \{% include .* takes a template engine/,
  ],
  [
    'a way out of a template',
    config('{ context: A. }', `${recall('A b.')}\n      ${recall('{{range.constructor("return process")()}}')}`),
    /:5: .* takes a template engine/,
  ],
  [
    'a contextTransform that is code',
    config('{ context: A. }', `${recall('A b.')}\n      - { type: context-recall, value: x, contextTransform: "process.env" }`),
    /:5: the assertion "context-recall" is skipped: the contextTransform process\.env is code, which runs only with --trust-config/,
  ],
  [
    'a key written out',
    config(
      '{ context: A. }',
      '- { type: context-recall, value: A b., provider: { id: "openai:m", config: { apiKey: sk-live-1234567890 } } }',
    ),
    /:4: .*has a key written out\. Write \{\{env\.NAME\}\}/,
  ],
  [
    'a key that is not set',
    config(
      '{ context: A. }',
      '- { type: context-recall, value: A b., provider: { id: "openai:m", config: { apiKey: "{{env.NOT_SET}}" } } }',
    ),
    /:4: .*apiKey reads \$\{NOT_SET\}, which is not set/,
  ],
  ['a list for a config', '- tests', /:1: found a list of 1 where a map of names to values is due\./],
  ['a number for a type', config('{ context: A. }', '- { type: 7 }'), /:4: tests\[0\]\.assert\[0\]\.type: found 7 where a text is due\./],
  [
    'a text for a threshold',
    config('{ context: A. }', '- { type: context-recall, value: x, threshold: high }'),
    /:4: tests\[0\]\.assert\[0\]\.threshold: found the text "high" where a number is due\./,
  ],
  [
    'a threshold above 1',
    config('{ context: A. }', '- { type: context-recall, value: x, threshold: 90 }'),
    /:4: .*the threshold is 90; the score is a share/,
  ],
  [
    'a negative weight',
    config('{ context: A. }', '- { type: context-recall, value: x, weight: -1 }'),
    /:4: .*weight: found -1 where a number of at least 0 is due\./,
  ],
  [
    'a number for a context',
    config('{ context: 7 }'),
    /:2: tests\[0\]\.vars\.context: the variable "context" is a text, or a list of texts/,
  ],
  ['no value', config('{ context: A. }', '- { type: context-recall }'), /:4: .*context-recall needs a value/],
  ['too many combinations', config(`{ context: A., a: &l [${'x, '.repeat(200)}], b: *l, c: *l }`), /more than 10000 combinations/],
  ['nothing to check', 'tests: [{ vars: { context: A. } }]', /holds no test with an assertion.*\n1 of 1 test has no assertions/],
  [
    'a reference to nothing',
    config('{ context: A. }', '- $ref: "#/assertionTemplates/x"'),
    /:4: tests\[0\]\.assert\[0\]\.\$ref: #\/assertionTemplates\/x stands for nothing in promptfooconfig\.yaml/,
  ],
  [
    'a reference to a prototype',
    config('{ context: A. }', '- $ref: "#/tests/constructor"'),
    /:4: tests\[0\]\.assert\[0\]\.\$ref: #\/tests\/constructor stands for nothing/,
  ],
  [
    'a reference to another file',
    config('{ context: A. }', '- $ref: "../secret.txt#/x"'),
    /:4: tests\[0\]\.assert\[0\]\.\$ref: \.\.\/secret\.txt#\/x: a \$ref stands for a part of the same file/,
  ],
  [
    'references in a circle',
    `a: { $ref: '#/b' }\nb: { $ref: '#/a' }\n${config('{ context: A. }', '- $ref: "#/a"')}`,
    /#\/[ab] leads in a circle/,
  ],
  [
    'a set in a set',
    config('{ context: A. }', '- { type: assert-set, assert: [{ type: assert-set, assert: [] }] }'),
    /:4: tests\[0\]\.assert\[0\]\.assert\[0\]: an assert-set holds assertions, and no further sets/,
  ],
  ['a scenario outside', 'scenarios: file://../secret.txt', /:1: scenarios: .*outside the folder/],
  [
    'a target that is code',
    `providers: [file://check.js]\n${config('{ context: A. }', '- { type: levenshtein, value: x }')}`,
    /:5: the assertion "levenshtein" is skipped: its target file:\/\/check\.js is code, which runs only with --trust-config/,
  ],
  ['no configuration', '', /:1: found null where a map of names to values is due\./],
])('%s', async (_what, text, says) => {
  const folder = project({
    'in/promptfooconfig.yaml': text,
    'secret.txt': 'root:x',
    'in/context.js': 'process.exit(9)',
    'in/check.js': 'process.exit(9)',
  })
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'in/link.txt'))
  writeFileSync(join(folder, 'in/tests.py'), 'raise SystemExit(9)')
  const { judgeFrom, metricFrom, similarityFrom } = models()
  const said = await readPromptfooConfig(join(folder, 'in/promptfooconfig.yaml'), {
    judgeFrom,
    metricFrom,
    similarityFrom,
    ambientVariables: () => [],
    environment: { OPENAI_API_KEY: 'k' },
  }).then(
    ({ notes }) => notes.join('\n'),
    (error: unknown) => (AssayError.is(error) && error.kind === 'config' ? error.message : `not a config error: ${String(error)}`),
  )
  const rests = said.split('\n').map((_line, at, lines) => lines.slice(at).join('\n'))
  expect(rests.find((rest) => says.test(rest)) ?? said).toMatch(says)
  expect(said).not.toContain('sk-live')
})
