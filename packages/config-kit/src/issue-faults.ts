import { AssayError } from '@assay/core'
import { closestIssues, type ConfigIssue, issueText, valueAt } from '@assay/options'
import { nearestName } from '@assay/text'
import type { ConfigDocument } from './config-document.ts'
import { shownPlace } from './config-fault.ts'
import type { ConfigPath } from './config-tree.ts'

type IssueContext = {
  readonly file: string
  /** The checked value. */
  readonly value: unknown
  /** Its place in the file: paths of issues start there. Default: the whole file. */
  readonly base?: ConfigPath | undefined
  readonly lineOf?: ConfigDocument['lineOf'] | undefined
  /** The allowed names at a path, for hints. */
  readonly namesAt: (path: ConfigPath) => readonly string[]
}

/** One error for all issues, each on a line with file, line and path; an unknown name with the nearest known one. */
export function issueError(issues: readonly ConfigIssue[], { file, value, base = [], lineOf, namesAt }: IssueContext): AssayError {
  const place = (at: ConfigPath): string => shownPlace({ file, line: lineOf?.(at), path: at })
  const lines = issues.flatMap(closestIssues).flatMap((issue) => {
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
