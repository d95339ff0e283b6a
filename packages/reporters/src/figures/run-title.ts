import type { RunInfo } from '@assay/runner'

const MOST_NAMED = 3

/** What a run is, in words: `context_recall and recall@5 of rows.jsonl, judged by openai:gpt-5-mini`. It names data and judges: escape it for the medium. */
export function runTitle({ metrics, data = [], label }: Pick<RunInfo, 'metrics' | 'data' | 'label'>): string {
  if (metrics.length === 0) return 'Assay report'
  const of = label ?? (data.length === 0 ? undefined : listed(data.map(fileName)))
  const judges = [...new Set(metrics.flatMap(({ signature, otherSignatures = [] }) => [signature, ...otherSignatures].flatMap(judgeIn)))]
  return [
    listed(metrics.map(({ name }) => name)),
    ...(of === undefined ? [] : [` of ${of}`]),
    ...(judges.length === 0 ? [] : [`, judged by ${listed(judges)}`]),
  ].join('')
}

/** `a, b and c`; `a, b, c and 2 more` */
function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED
  const shown = rest > 1 ? [...names.slice(0, MOST_NAMED), `${rest} more`] : names
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

function fileName(path: string): string {
  if (path === '-') return 'the standard input'
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path
}

/** Who judged, by a signature: also inside of one that is made from others. */
function judgeIn(signature: string): string[] {
  return Array.from(signature.matchAll(/\|judge:([^|]*?)(?=\||$|\)*(?:;|$))/g), ([, value = '']) => {
    const judge = decoded(value)
    return judge.startsWith('lexical@') ? 'the lexical screen' : judge
  })
}

function decoded(value: string): string {
  return value.replaceAll(/%([0-7][0-9A-F])/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}
