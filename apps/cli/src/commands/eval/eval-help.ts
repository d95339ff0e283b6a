import { settingsHelp } from '@assay/command-kit'
import type { ProviderEntry } from '@assay/options'
import type { EvalTable } from '../../settings/eval-table.ts'

const EXAMPLES = `Examples:
  assay eval rows.jsonl -m id-based-context-recall
  assay eval rows.csv -m context-recall -j openai:gpt-5-mini -o report.json
  assay eval run.txt --qrels qrels.txt -m ndcg@10
  assay eval -c promptfooconfig.yaml`

const EXIT = `Exit     0 done, gates held; 1 a gate failed; 2 wrong usage or data; 3 rows
         left unscored, or stopped early; 130 interrupted`

/** The ones named on the short screen. */
const MOST_METRICS = 26
const MOST_PROVIDERS = 4

/** The common flags on one screen, or every one. */
export function evalHelp({ settings, metrics, providers }: EvalTable, which: 'common' | 'all'): string {
  const names = metrics.flatMap(({ type, example = type, partOptions }) => (partOptions === undefined ? [example] : []))
  const ofModels = providers.flatMap(({ name, which: stands = 'model' }) => (stands === 'model' ? [name] : []))
  const otherwise = providers.filter(({ which: stands = 'model' }) => stands !== 'model')
  const [most, mostModels] = which === 'all' ? [Infinity, Infinity] : [MOST_METRICS, MOST_PROVIDERS]
  const shownNames = [...names.slice(0, most), ...others(names.length - most, '--help all')]
  const models = [
    `<provider>:<model> of ${ofModels.slice(0, mostModels).join(', ')}`,
    ...others(ofModels.length - mostModels, 'assay judges'),
  ]
  const judges = [...models, ...otherwise.map(shownJudge)]
  const more = which === 'all' ? '' : '\nEvery flag: assay eval --help all\n'
  return `Usage: assay eval [data...] [options]
score the rows of data files by one or more metrics

${settingsHelp(settings, which)}${more}
${EXAMPLES}

${list('Metrics', [...shownNames, './metric.ts#name'])}
${list('Judges', [...judges, './judge.ts#name'])}
${EXIT}
`
}

function others(count: number, where: string): string[] {
  return count > 0 ? [`${count} others (see ${where})`] : []
}

function shownJudge({ name, which = 'model' }: ProviderEntry): string {
  if (which === 'none') return name
  return which === 'package and model' ? `${name}:<package>:<model>` : `${name}:<${which}>`
}

/** Words after a title, in lines of at most 78 characters. */
function list(title: string, words: readonly string[]): string {
  const lines: string[] = []
  let line = title.padEnd(9)
  for (const text of words.join(', ').split(/(?<= )/)) {
    if (line.length + text.trimEnd().length > 78) {
      lines.push(line.trimEnd())
      line = ' '.repeat(9)
    }
    line += text
  }
  return [...lines, line.trimEnd()].join('\n')
}
