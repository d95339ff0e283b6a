import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { filledIn, recordsOf, type SimulatedRun, simulatedRun } from './__fixtures__/simulated-run.ts'
import { correctCommand } from './correct-command.ts'
import { labelCommand } from './label-command.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-label-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  vi.restoreAllMocks()
})

const inFolder = (name: string): string => join(folder, name)

/** Runs a command as the shell would, and gives what it printed. */
async function run(...args: readonly string[]): Promise<string> {
  let printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  const program = new Command('assay-bench').exitOverride().configureOutput({ writeErr: () => undefined })
  for (const command of [labelCommand(), correctCommand(() => undefined)]) program.addCommand(command.copyInheritedSettings(program))
  try {
    await program.parseAsync([...args], { from: 'user' })
  } finally {
    vi.restoreAllMocks()
  }
  return printed
}

function written(options: Partial<Parameters<typeof simulatedRun>[0]> = {}): SimulatedRun {
  const made = simulatedRun({ seed: 1, rows: 120, tpr: 0.95, tnr: 0.6, support: 0.7, ...options })
  writeFileSync(inFolder('report.json'), JSON.stringify(made.report))
  writeFileSync(inFolder('rows.jsonl'), made.samples.map((sample) => JSON.stringify(sample)).join('\n'))
  return made
}

const label = (...options: string[]): Promise<string> =>
  run('label', inFolder('report.json'), '--data', inFolder('rows.jsonl'), '--out', inFolder('labels.csv'), ...options)
const correct = (...options: string[]): Promise<string> =>
  run('correct', inFolder('report.json'), '--labels', inFolder('labels.csv'), ...options)
const sheet = (): string => readFileSync(inFolder('labels.csv'), 'utf8')
const fill = (...of: Parameters<typeof filledIn> extends [string, infer Labels] ? [Labels] : never): void =>
  writeFileSync(inFolder('labels.csv'), filledIn(sheet(), ...of))

describe('assay-bench label', () => {
  it('writes every claim of each drawn row, with its contexts, an empty label, and what it was drawn from', async () => {
    const { report } = written()
    const printed = await label('--rows', '40', '--seed', '3')
    const [header, ...lines] = recordsOf(sheet())
    expect(header).toEqual(['item', 'row', 'claim_id', 'question', 'claim', 'contexts', 'label', 'frame'])
    const rows = new Set(lines.map(([, row]) => row))
    expect(rows.size).toBe(40)
    for (const { id, scores } of report.rows) {
      if (!rows.has(id)) continue
      const { claims } = Reflect.get(scores['context_recall'] ?? {}, 'detail') as { claims: unknown[] }
      expect(lines.filter(([, row]) => row === id)).toHaveLength(claims.length)
    }
    expect(lines.every(([, row, , , , contexts]) => contexts === `[1] What was found for ${row}.`)).toBe(true)
    expect(new Set(lines.map((cells) => cells.at(-2)))).toEqual(new Set([undefined]))
    expect(new Set(lines.map((cells) => cells.at(-1)?.replace(/ids=\w{16}/, 'ids=…')))).toEqual(
      new Set(['assay-labels=1&run=run-1&metric=context_recall&rows=120&ids=…&seed=3&drawn=40']),
    )
    expect(printed).toContain(`${lines.length} claims of 40 rows, drawn from 120 scored rows`)
  })

  it('draws the same rows for the same seed, others for another, and hides the verdicts without --show-verdicts', async () => {
    written()
    await label('--rows', '40')
    const first = sheet()
    await expect(label('--rows', '40')).rejects.toThrow('it exists already')
    await label('--rows', '40', '--force')
    expect(sheet()).toBe(first)
    expect(first).not.toMatch(/supported/)
    await label('--rows', '40', '--force', '--seed', '2', '--show-verdicts')
    expect(new Set(recordsOf(sheet()).map(([, row]) => row))).not.toEqual(new Set(recordsOf(first).map(([, row]) => row)))
    expect(recordsOf(sheet())[0]?.slice(-3)).toEqual(['judge', 'judge_reason', 'frame'])
    expect(sheet()).toMatch(/supported,As it is\./)
  })

  it('tells rows of one id apart by their file, where the run was grouped by it', async () => {
    const { report, samples, truth } = written({ rows: 40 })
    const named = (at: number) => ({ id: `q${at % 20}`, file: at < 20 ? 'de.jsonl' : 'fr.jsonl' })
    writeFileSync(
      inFolder('report.json'),
      JSON.stringify({ ...report, rows: report.rows.map((row, at) => Object.assign({}, row, named(at))) }),
    )
    const lines = samples.map((sample, at) => JSON.stringify({ ...sample, id: named(at).id }))
    writeFileSync(inFolder('de.jsonl'), lines.slice(0, 20).join('\n'))
    writeFileSync(inFolder('fr.jsonl'), lines.slice(20).join('\n'))
    const data = ['--data', inFolder('de.jsonl'), '--data', inFolder('fr.jsonl'), '--out', inFolder('labels.csv')]
    await run('label', inFolder('report.json'), ...data, '--rows', '40')
    const contexts = new Map(recordsOf(sheet()).map(([, row, , , , found]) => [row, found]))
    expect(contexts.get('de.jsonl: q1')).toBe('[1] What was found for row-2.')
    expect(contexts.get('fr.jsonl: q1')).toBe('[1] What was found for row-22.')
    fill((row, claim) => truth(`row-${Number(/\d+$/.exec(row)?.[0]) + (row.startsWith('fr') ? 21 : 1)}`, claim))
    expect(JSON.parse(await correct('-o', '-')).corrected).toMatchObject({ labelled: 40, unlabelled: 0 })
  })

  it('lets no claim become a formula, and refuses data that has changed since', async () => {
    const { report, samples } = written({ rows: 40 })
    const evil = JSON.stringify(report).replaceAll('"Claim 1', '"=HYPERLINK(0)')
    writeFileSync(inFolder('report.json'), evil)
    await label('--rows', '40')
    expect(recordsOf(sheet()).some((cells) => cells[4]?.startsWith("'=HYPERLINK(0)"))).toBe(true)
    writeFileSync(inFolder('rows.jsonl'), samples.map((sample) => JSON.stringify({ ...sample, reference: 'Other.' })).join('\n'))
    await expect(label('--rows', '40', '--force')).rejects.toThrow('differs from what it was in the run')
    writeFileSync(inFolder('rows.jsonl'), JSON.stringify(samples[0]))
    await expect(label('--rows', '40', '--force')).rejects.toThrow('The data holds no row')
  })
})

describe('the contexts in a sheet', () => {
  it('come from the named columns, and are shortened to --context-chars', async () => {
    const { samples } = written({ rows: 40 })
    const long = `${'The weather was mild that year, and many went out. '.repeat(30)}Claim 1 is here. ${'Snow fell in May. '.repeat(30)}`
    const moved = samples.map(({ retrievedContexts: _moved, ...sample }) => JSON.stringify({ ...sample, found: { texts: [long] } }))
    writeFileSync(inFolder('rows.jsonl'), moved.join('\n'))
    const column = ['--columns', 'retrieved_contexts=found.texts']
    await label('--rows', '30', ...column)
    expect(recordsOf(sheet())[1]?.[5]).toBe(`[1] ${long.trim()}`)
    await label('--rows', '30', '--force', '--context-chars', '300', ...column)
    expect(recordsOf(sheet())[1]?.[5]?.length).toBeLessThan(350)
    expect(recordsOf(sheet())[1]?.[5]).toContain('[…] Claim 1 is here.')
  })
})

describe('assay-bench correct', () => {
  it('shows the corrected mean beside the judge’s own, and how many labels would halve the interval', async () => {
    const { truth } = written()
    await label('--rows', '60')
    fill(truth)
    const printed = await correct()
    expect(printed).toMatch(/the judge alone 0\.\d{3} {2}\[0\.\d{3}, 0\.\d{3}\] {2}all 120 rows/)
    expect(printed).toMatch(/corrected {7}0\.\d{3} {2}\[0\.\d{3}, 0\.\d{3}\]/)
    expect(printed).toMatch(/To halve the corrected interval: about \d+ labelled rows, \d+ more\./)
    expect(printed).toContain('True recall over the claims as extracted; extraction errors are not corrected.')
    expect(printed).toMatch(/Rogan–Gladen\): 0\.\d{3}\. This estimate has no interval/)
    const json = JSON.parse(await correct('-o', '-'))
    expect(json).toMatchObject({ unit: 'row', units: 120, corrected: { labelled: 60, unlabelled: 60 }, frame: { seed: 1, drawn: 60 } })
    expect(Math.abs(json.corrected.estimate - 0.7)).toBeLessThan(Math.abs(json.judge.mean - 0.7))
    await correct('-o', inFolder('out.json'))
    expect(JSON.parse(readFileSync(inFolder('out.json'), 'utf8'))).toEqual(json)
    await expect(correct('-o', inFolder('none/out.json'))).rejects.toThrow('Cannot write')
  })

  it('takes words for labels, semicolons or tabs for commas, JSON lines, and lines in any order', async () => {
    const { truth } = written()
    await label('--rows', '30')
    fill((row, claim) => (truth(row, claim) === 1 ? 'Yes' : 'unsupported'))
    const before = await correct('-o', '-')
    const [header = [], ...lines] = recordsOf(sheet())
    writeFileSync(inFolder('l.tsv'), [header, ...lines.toReversed()].map((cells) => cells.join('\t')).join('\r\n'))
    expect(await run('correct', inFolder('report.json'), '--labels', inFolder('l.tsv'), '-o', '-')).toBe(before)
    const quotedCell = (cell: string | undefined): string => (cell === undefined ? '' : `"${cell.replaceAll('"', '""')}"`)
    const semicolons = [header, ...lines].map((cells) => cells.map(quotedCell).join(';')).join('\r\n')
    for (const text of [semicolons, `sep=;\r\n${semicolons}`]) {
      writeFileSync(inFolder('l.csv'), `\ufeff${text}`)
      expect(await run('correct', inFolder('report.json'), '--labels', inFolder('l.csv'), '-o', '-')).toBe(before)
    }
    const objects = lines.map((cells) => JSON.stringify(Object.fromEntries(header.map((name, at) => [name, cells[at] ?? null]))))
    writeFileSync(inFolder('l.jsonl'), objects.join('\n'))
    expect(await run('correct', inFolder('report.json'), '--labels', inFolder('l.jsonl'), '-o', '-')).toBe(before)
  })

  it('has no interval under 30 labelled rows', async () => {
    const { truth } = written()
    await label('--rows', '29')
    fill(truth)
    expect(await correct()).toContain('no interval (29 labelled rows: an interval needs at least 30)')
  })

  it('takes the first rows of the sheet, and refuses rows labelled in part and gaps', async () => {
    const { truth } = written()
    await label('--rows', '60')
    const blank = sheet()
    const rowAt = (line: number): number => Number(/^r(\d+)/.exec(recordsOf(blank)[line]?.[0] ?? '')?.[1])
    const fillRows = (is: (row: number, line: number) => boolean): void => {
      writeFileSync(
        inFolder('labels.csv'),
        filledIn(blank, (row, claim, line) => (is(rowAt(line), line) ? truth(row, claim) : undefined)),
      )
    }
    fillRows((row) => row <= 40)
    expect(JSON.parse(await correct('-o', '-')).corrected).toMatchObject({ labelled: 40, unlabelled: 80 })
    fillRows((row) => row !== 3)
    await expect(correct()).rejects.toThrow(/not labelled, but later rows are/)
    expect(JSON.parse(await correct('--assume-random', '-o', '-')).corrected.labelled).toBe(59)
    const many = recordsOf(blank).findIndex((_, line) => rowAt(line) === rowAt(line + 1))
    fillRows((_row, line) => line !== many)
    await expect(correct()).rejects.toThrow(/labelled in part/)
    const assumed = JSON.parse(await correct('--assume-random', '-o', '-'))
    expect(assumed).toMatchObject({ partly: 1, frame: null, corrected: { labelled: 59, unlabelled: 61 } })
    expect(assumed.notes).toContainEqual(expect.stringContaining('assumed to be a random sample'))
  })

  it('refuses labels that were drawn from other rows, except with --assume-random', async () => {
    const { truth } = written()
    await label('--rows', '40')
    fill(truth)
    const other = simulatedRun({ seed: 1, rows: 121, tpr: 0.95, tnr: 0.6, support: 0.7 })
    writeFileSync(inFolder('report.json'), JSON.stringify(other.report))
    await expect(correct()).rejects.toThrow('drawn from 120 scored rows that are not the 121 of this report')
    expect(JSON.parse(await correct('--assume-random', '-o', '-')).corrected.labelled).toBe(40)
    writeFileSync(inFolder('report.json'), JSON.stringify({ ...other.report, run: { ...other.report.run, id: 'later' } }))
    await expect(correct()).rejects.toThrow('drawn from run run-1, and the report is of run later')
    writeFileSync(inFolder('labels.csv'), 'row,claim_id,label\nrow-1,c1,1\n')
    await expect(correct()).rejects.toThrow('do not say what they were drawn from')
    writeFileSync(inFolder('labels.csv'), 'row,claim_id,label\nrow-999,c1,1\n')
    await expect(correct('--assume-random')).rejects.toThrow('no scored row "row-999"')
  })

  it('names the line of an invalid label and of a claim labelled twice, and missing columns', async () => {
    const { truth } = written()
    await label('--rows', '40')
    const blank = sheet()
    fill((row, claim, line) => (line === 5 ? 'perhaps' : truth(row, claim)))
    await expect(correct()).rejects.toThrow(/labels\.csv:6: the label is "perhaps"/)
    const [header = '', first = ''] = blank.split('\r\n')
    writeFileSync(inFolder('labels.csv'), [header, first, first].join('\n'))
    await expect(correct()).rejects.toThrow(/labels\.csv:3: this claim is in the file twice/)
    writeFileSync(inFolder('labels.csv'), 'item;labl\nr1-c1;1\n')
    await expect(correct()).rejects.toThrow('it needs the columns label and item (or label, row and claim_id), and has: item, labl.')
  })

  it('counts a row where nothing was retrieved as 0, without a label', async () => {
    const { report, truth } = written()
    const empty = { status: 'scored', value: 0, detail: { claims: [], verdicts: [] } }
    const rows = report.rows.map((row, at) => (at % 4 === 0 ? Object.assign({}, row, { scores: { context_recall: empty } }) : row))
    writeFileSync(inFolder('report.json'), JSON.stringify({ ...report, rows }))
    const printed = await label('--rows', '60')
    const count = Number(/In (\d+) of them nothing was retrieved/.exec(printed)?.[1])
    expect(count).toBeGreaterThan(5)
    expect(new Set(recordsOf(sheet()).map(([, row]) => row)).size).toBe(60 - count + 1)
    fill(truth)
    const { corrected, human } = JSON.parse(await correct('-o', '-'))
    expect(corrected).toMatchObject({ labelled: 60, unlabelled: 60 })
    // Three in four rows have a recall of .7 in the long run.
    expect(Math.abs(human.mean - 0.7 * (1 - count / 60))).toBeLessThan(0.15)
  })

  it('notes how many rows are unscored', async () => {
    const { report, truth } = written()
    const failed = { status: 'unscored', value: null, cause: 'refused' }
    const rows = report.rows.map((row, at) => (at < 7 ? Object.assign({}, row, { scores: { context_recall: failed } }) : row))
    writeFileSync(inFolder('report.json'), JSON.stringify({ ...report, rows }))
    await label()
    fill(truth)
    expect(await correct()).toContain('7 of 120 rows are unscored; these figures do not cover them.')
  })

  it('counts clusters once, where rows share them', async () => {
    const { truth } = written({ clusterOf: (row) => `document ${Math.floor(row / 2)}` })
    expect(await label('--rows', '35')).toContain('35 clusters (70 rows)')
    fill(truth)
    const json = JSON.parse(await correct('-o', '-'))
    expect(json).toMatchObject({ unit: 'cluster', units: 60, scoredRows: 120, corrected: { labelled: 35, unlabelled: 25 } })
    expect(await correct()).toContain('each cluster counts once')
  })

  it('needs --metric if a judge scored several metrics, and reports if none did', async () => {
    const { report } = written()
    const metrics = [
      { name: 'context_recall', evidence: 'judge', signature: 's' },
      { name: 'other', evidence: 'judge', signature: 's' },
    ]
    writeFileSync(inFolder('report.json'), JSON.stringify({ ...report, run: { id: 'r', metrics } }))
    await expect(label()).rejects.toThrow('--metric context_recall | other')
    expect(await label('--metric', 'context-recall')).toContain('60 rows')
    writeFileSync(inFolder('report.json'), JSON.stringify({ ...report, run: { id: 'r', metrics: [] } }))
    await expect(label('--force')).rejects.toThrow('no metric that a judge scored')
  })
})
