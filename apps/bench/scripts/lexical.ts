// `npm run bench:lexical`: the quality of the lexical screen; each source is screened with weights trained on the others.
import { lexicalScreen } from '@assay/judge/lexical-screen'
import { clopperPearsonLower } from '@assay/stats'
import { readDevSources } from '../src/lexical/dev-sources.ts'
import { prepareSources } from '../src/lexical/learn-screen.ts'
import { leaveOneSourceOut, learnScreenThreshold, type OutcomeCount, summarizeSource } from '../src/lexical/leave-one-source-out.ts'
import { measureFront } from '../src/lexical/measure-front.ts'
import { timeScreen } from '../src/lexical/time-screen.ts'
import { whenReaderLeaves } from './when-reader-leaves.ts'

whenReaderLeaves(() => process.exit(0))

/** The least AUC of a source. SummEdits (edits of one word) and ExpertQA (noisy labels) have no goal. */
const EXPECTED: Readonly<Record<string, number>> = { WiCE: 0.73, BEGIN: 0.9 }

const sources = readDevSources()
const unseen = leaveOneSourceOut(prepareSources(sources))
const threshold = learnScreenThreshold(unseen)

console.log(`The lexical screen (no judge). Every row was screened with weights trained without its source. Threshold ${threshold}.`)
console.log()
console.log('source      rows    AUC  expected   unsupported: right of said   supported: right of said   supported: people / screen')
for (const source of unseen) {
  const { name, rows, auc, unsupported, supported, supportedShare, saidSupportedShare } = summarizeSource(source, threshold)
  const expected = EXPECTED[name]
  const isMissed = expected !== undefined && (auc === null || auc < expected)
  if (isMissed) process.exitCode = 1
  const goal = expected === undefined ? 'shown' : `≥ ${expected.toFixed(2)}${isMissed ? ' MISSED' : ''}`
  console.log(
    `${name.padEnd(10)} ${String(rows).padStart(5)}  ${auc === null ? '   –' : auc.toFixed(3)}  ${goal.padEnd(9)}  ${shareOf(unsupported).padEnd(27)}  ${shareOf(supported).padEnd(25)}  ${supportedShare.toFixed(2)} / ${saidSupportedShare.toFixed(2)}`,
  )
}
console.log()
console.log('In front of a judge, without calibration: statements decided as unsupported')
const fronts = await measureFront(lexicalScreen().cautious, sources)
for (const { name, rows, settled, wrong } of fronts) console.log(`${name.padEnd(10)} ${frontLine(rows, settled, wrong)}`)
const sumOf = (count: 'rows' | 'settled' | 'wrong'): number => fronts.reduce((sum, front) => sum + front[count], 0)
console.log(`together   ${frontLine(sumOf('rows'), sumOf('settled'), sumOf('wrong'))}`)
console.log()
console.log('CPU time of the shipped screen')
for (const { name, pairMs, claimMs, contextKb } of await timeScreen(lexicalScreen(), sources)) {
  const context = `${contextKb.toFixed(1)} kB of context`
  console.log(`${name.padEnd(10)} ${pairMs.toFixed(2).padStart(5)} ms a pair at ${context}, ${claimMs.toFixed(2)} ms each further claim`)
}

function frontLine(rows: number, settled: number, wrong: number): string {
  const calls = `${String(settled).padStart(4)} of ${String(rows).padStart(4)} (${((100 * settled) / rows).toFixed(1)} % fewer claims to judge)`
  if (settled === 0) return `${calls}, no error`
  const bound = clopperPearsonLower(settled - wrong, settled, 0.9)
  return `${calls}, ${wrong} of them supported by people: precision at least ${bound.toFixed(3)} (one-sided 90 %)`
}

function shareOf({ count, right }: OutcomeCount): string {
  return count === 0 ? 'never said' : `${(right / count).toFixed(2)} (${right} of ${count})`
}
