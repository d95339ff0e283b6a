import { basename } from 'node:path'
import { readFileSync } from 'node:fs'
import { configFormatOf, readConfigDocument } from '@assay/config-kit'
import { type AssayError, configError, isRecord } from '@assay/core'
import * as z from 'zod'
import { messageOf } from '../reading/trusted-code.ts'

const fields = z.record(z.string(), z.unknown())

/** The parts that are read of one result of `promptfoo eval -o results.json`. */
const resultShape = z.looseObject({
  testIdx: z.number(),
  promptIdx: z.number(),
  vars: fields.nullish(),
  testCase: z
    .looseObject({
      vars: fields.nullish(),
      options: z.looseObject({ transform: z.unknown().optional(), postprocess: z.unknown().optional() }).nullish(),
    })
    .nullish(),
  provider: z.union([z.string(), z.looseObject({ id: z.string().nullish(), label: z.string().nullish() })]).nullish(),
  prompt: z.union([z.string(), z.looseObject({ raw: z.string().nullish(), label: z.string().nullish() })]).nullish(),
  response: z.looseObject({ output: z.unknown().optional(), error: z.unknown().optional(), metadata: z.unknown().optional() }).nullish(),
  error: z.unknown().optional(),
})

export type PromptfooResult = z.infer<typeof resultShape>

/**
 * The results in a file that promptfoo wrote: `.json`, `.jsonl` or `.yaml`.
 * @throws AssayError `config` if it cannot be read, or is not such a file.
 */
export function readResults(path: string): readonly PromptfooResult[] {
  const found = resultsIn(parsed(path), path)
  return found.map((value, index) => {
    const result = resultShape.safeParse(value)
    if (result.success) return result.data
    const [issue] = result.error.issues
    throw notOurs(path, `result ${index + 1} has no ${issue?.path.join('.') ?? 'shape'} as promptfoo writes it`)
  })
}

function parsed(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw configError(`--outputs ${path} cannot be read: ${messageOf(error)}`)
  }
  const isLines = /\.(?:jsonl|ndjson)$/i.test(path)
  if (!isLines && configFormatOf(path) === 'yaml') return readConfigDocument(text, { file: basename(path), format: 'yaml' }).value
  try {
    const read: unknown = isLines
      ? text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line): unknown => JSON.parse(line))
      : JSON.parse(text)
    return read
  } catch (error) {
    throw notOurs(path, `it is no JSON (${messageOf(error)})`)
  }
}

/** Versions 3 and 2 have them in `results.results`, a summary in `results`, and JSON Lines at the top level. */
function resultsIn(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  const { results } = isRecord(value) ? value : {}
  const inner = isRecord(results) ? results['results'] : results
  if (Array.isArray(inner)) return inner
  throw notOurs(path, 'it holds no results')
}

function notOurs(path: string, why: string): AssayError {
  return configError(`--outputs ${path} is no finished run of promptfoo: ${why}. Write one with promptfoo eval -o results.json.`)
}
