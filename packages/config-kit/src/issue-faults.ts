import { AssayError } from '@assay/core'
import { nearestName } from '@assay/text'
import type { ConfigDocument } from './config-document.ts'
import { shownPlace } from './config-fault.ts'
import type { ConfigPath } from './config-tree.ts'

/** What a schema finds wrong, in the shape of zod's issues. */
export type ConfigIssue = {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
  /** Of a value that fits none of several schemas: what each of them says, by paths from there. */
  readonly errors?: readonly (readonly ConfigIssue[])[]
}

type IssueContext = {
  readonly file: string
  readonly lineOf?: ConfigDocument['lineOf'] | undefined
  /** The names that may stand at a path, for hints. */
  readonly namesAt: (path: ConfigPath) => readonly string[]
}

/** One error for all issues, each on a line with file, line and path; an unknown name with the nearest known one. */
export function issueError(issues: readonly ConfigIssue[], { file, lineOf, namesAt }: IssueContext): AssayError {
  const place = (at: ConfigPath): string => shownPlace({ file, line: lineOf?.(at), path: at })
  const lines = issues.flatMap(closest).flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
    if (issue.code !== 'unrecognized_keys' || issue.keys === undefined)
      return [{ line: lineOf?.(path) ?? 0, text: `${place(path)}: ${issue.message}` }]
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
  if (best === undefined) {
    const wanted = (issue.errors ?? []).flatMap((branch) => branch.map(({ message }) => message.replace('Invalid input: ', '')))
    return [wanted.length === 0 ? issue : { path: issue.path, message: `Invalid input: ${[...new Set(wanted)].join(', or ')}` }]
  }
  return best.flatMap((part) => closest({ ...part, path: [...issue.path, ...part.path] }))
}
