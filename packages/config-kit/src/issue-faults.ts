import { AssayError } from '@assay/core'
import { nearestName } from '@assay/text'
import type { ConfigDocument } from './config-document.ts'
import { shownPlace } from './config-fault.ts'
import type { ConfigPath } from './config-tree.ts'
import { issueText } from './issue-text.ts'

/** What a schema finds wrong, in the shape of zod's issues. */
export type ConfigIssue = {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
  /** The type that is due. */
  readonly expected?: string
  /** The values of which one is due. */
  readonly values?: readonly unknown[]
  /** What a bound is of: `number`, `string`, `array`. */
  readonly origin?: string
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly inclusive?: boolean | undefined
  /** Of a value that fits none of several schemas: what each of them says, by paths from there. */
  readonly errors?: readonly (readonly ConfigIssue[])[]
}

type IssueContext = {
  readonly file: string
  /** What was checked. */
  readonly value: unknown
  /** Where in the file it stands: issues have their paths from there. Default: it is the whole. */
  readonly base?: ConfigPath | undefined
  readonly lineOf?: ConfigDocument['lineOf'] | undefined
  /** The names that may stand at a path, for hints. */
  readonly namesAt: (path: ConfigPath) => readonly string[]
}

/** One error for all issues, each on a line with file, line and path; an unknown name with the nearest known one. */
export function issueError(issues: readonly ConfigIssue[], { file, value, base = [], lineOf, namesAt }: IssueContext): AssayError {
  const place = (at: ConfigPath): string => shownPlace({ file, line: lineOf?.(at), path: at })
  const lines = issues.flatMap(closest).flatMap((issue) => {
    const inside = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
    const path = [...base, ...inside]
    if (issue.code !== 'unrecognized_keys' || issue.keys === undefined)
      return [{ line: lineOf?.(path) ?? 0, text: `${place(path)}: ${issueText(issue, valueAt(value, inside))}` }]
    const known = namesAt(path)
    return issue.keys.map((key) => {
      const nearest = nearestName(key, known)
      const hint = nearest === undefined ? (known.length === 0 ? '' : ` There are: ${known.join(', ')}.`) : ` Did you mean ${nearest}?`
      return { line: lineOf?.([...path, key]) ?? 0, text: `${place([...path, key])}: there is no such option.${hint}` }
    })
  })
  return new AssayError({
    kind: 'config',
    message: lines
      .toSorted((a, b) => a.line - b.line)
      .map(({ text }) => text)
      .join('\n'),
  })
}

/** Of a value that fits none of several schemas, the complaints of the one that it is nearest to. */
function closest(issue: ConfigIssue): readonly ConfigIssue[] {
  const inside = (issue.errors ?? []).filter((branch) => branch.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys'))
  const [best] = inside.toSorted((a, b) => a.length - b.length)
  if (best === undefined) return [issue]
  return best.flatMap((part) => closest({ ...part, path: [...issue.path, ...part.path] }))
}

function valueAt(value: unknown, [part, ...rest]: ConfigPath): unknown {
  if (part === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
    return part === undefined ? value : undefined
  return valueAt(Object.getOwnPropertyDescriptor(value, part)?.value, rest)
}
