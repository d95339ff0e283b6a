import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { AssayError } from '@assay/core'
import { expect, it } from 'vitest'
import { createCatalog } from '@assay/catalog'
import { loadConfig } from './load-config.ts'
import { readRequest } from './request.ts'

const folder = join(import.meta.dirname, '__fixtures__/hostile')

/** What each file is refused with: where, what was there, and what to do. */
const faults: Readonly<Record<string, RegExp>> = {
  'alias-bomb.yaml': /^alias-bomb\.yaml:1: its aliases \(\*name\) unfold to 102908566 parts; 1000000 are read at most\./,
  'alias-in-itself.yaml': /^alias-in-itself\.yaml:1: the alias \*d stands inside what it stands for\./,
  'code-as-judge.yaml': /^code-as-judge\.yaml:1: judge: \.\/judge\.ts is code, and a file of data loads none\. Use an assay\.config\.ts/,
  'code-as-part.yaml': /^code-as-part\.yaml:5: metrics\[0\]\.of\[1\]: \.\/metric\.ts#mine is code, and a file of data loads none\./,
  'code-as-typed-part.yaml':
    /^code-as-typed-part\.yaml:4: metrics\[0\]\.recall\.type: \.\/metric\.ts#mine is code, and a file of data loads none\./,
  'constructor.yaml': /^constructor\.yaml:2: constructor: there is no such option\./,
  'deep.json': /^deep\.json:1: it is nested more than 64 levels deep\./,
  'deep.yaml': /^deep\.yaml:1: it is nested more than 64 levels deep\./,
  'exports-a-promise.mjs': /exports-a-promise\.mjs: it exports a promise\. Write: export default await/,
  'exports-nothing.mjs': /exports-nothing\.mjs: it exports no configuration\. Write: export default/,
  'key-in-a-name.yaml': /^key-in-a-name\.yaml:1: judge: \$\{NAME\} is read only in apiKey/,
  'latin-1.yaml': /^latin-1\.yaml:2: it is no UTF-8 text\. Save it as UTF-8\./,
  'list.yaml': /^list\.yaml:1: /,
  'output-outside.yaml': /^output-outside\.yaml:2: output: \.\.\/\.\.\/report\.json stands outside the folder of the configuration\./,
  'proto.json': /^proto\.json:3: .*"__proto__" is no name for anything\./,
  'proto.yaml': /^proto\.yaml:2: "__proto__" is no name for anything\. Take it out\./,
  'registers-code.yaml': /^registers-code\.yaml:1: register: what registers entries is code, and a file of data loads none\./,
  'repeated-key.json': /^repeated-key\.json:3: .*the name "judge" stands twice in one object\./,
  'repeated-key.yaml': /^repeated-key\.yaml:3: this name stands twice in one map\. Keep one of them\./,
  'tab.yaml': /^tab\.yaml:2: a tab stands where lines are indented\. YAML takes spaces only\./,
  'tag.yaml': /^tag\.yaml:2: it has a tag .* Only plain values are read\./,
  'throws.mjs': /throws\.mjs(?::1)?: it could not be loaded: on purpose/,
  'trailing-comma.json': /^trailing-comma\.json:3: it is not JSON: found/,
  'unclosed.yaml': /^unclosed\.yaml:2: it is not YAML: /,
  'unknown-name.yaml': /^unknown-name\.yaml:2: concurency: there is no such option\. Did you mean concurrency\?/,
  'unset-key.yaml': /^unset-key\.yaml:1: judge\.apiKey reads \$\{ASSAY_TEST_NOT_SET\}, which is not set in the environment\. Set it/,
  'utf-16.yaml': /^utf-16\.yaml: it is no UTF-8 text, and looks like UTF-16\. Save it as UTF-8\./,
  'variable-in-a-path.yaml': /^variable-in-a-path\.yaml:1: data: \$\{NAME\} is read only in apiKey/,
}

it('every hostile configuration has its message here', () => expect(readdirSync(folder).toSorted()).toEqual(Object.keys(faults)))

it.each(Object.entries(faults))('%s is refused', async (file, message) => {
  const error: unknown = await read(file).catch((thrown: unknown) => thrown)
  if (!AssayError.is(error)) throw new Error(`no AssayError: ${String(error)}`)
  expect(error.kind).toBe('config')
  expect(error.message).toMatch(message)
})

async function read(file: string): Promise<unknown> {
  const loaded = await loadConfig(folder, file)
  if (loaded === undefined || 'isPromptfoo' in loaded) throw new Error('no configuration of ours')
  return readRequest({ data: [], raw: {} }, { loaded, catalog: createCatalog(), warn: () => undefined })
}
