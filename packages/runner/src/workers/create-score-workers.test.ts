import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { type AnyMetric, AssayError, type Runtime, type Sample, scoreRow, unknownUsage } from '@assay/core'
import { afterEach, describe, expect, test } from 'vitest'
import { toy } from './__fixtures__/metrics.ts'
import { createScoreWorkers, type ScoreWorkers, type ScoreWorkersOptions } from './create-score-workers.ts'

const moduleUrl = new URL('./__fixtures__/metrics.ts', import.meta.url)
const metrics = [toy(), toy({ letter: 'a', name: 'a' })] as AnyMetric[]
const open: ScoreWorkers[] = []

function workers(options: Partial<ScoreWorkersOptions> = {}): ScoreWorkers {
  const made = createScoreWorkers({ metrics, moduleUrl, threads: 2, ...options })
  open.push(made)
  return made
}

afterEach(async () => {
  for (const made of open.splice(0)) await made.close()
})

const rows: Sample[] = Array.from({ length: 101 }, (_, at) => ({ id: `${at}`, userInput: 'eat tea '.repeat(at).slice(at % 5) }))
const inProcess = (samples: readonly Sample[]) =>
  Promise.all(samples.map((sample) => Promise.all(metrics.map((metric) => scoreRow(metric, sample)))))

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!AssayError.is(error)) throw new Error(`no AssayError: ${String(error)}`)
  return `${error.kind}: ${error.message}`
}

describe('scores are those of this process, in the order of the samples', () => {
  test('over several batches in flight at once, also empty ones and rows without a field', async () => {
    const { scoreBatch } = workers()
    const batches = [rows.slice(0, 50), [], [{}, { userInput: '' }], rows.slice(50)]
    const scored = await Promise.all(batches.map((batch) => scoreBatch(batch)))
    expect(scored).toEqual(await Promise.all(batches.map(inProcess)))
    expect(scored[2]?.[0]?.[0]).toMatchObject({ cause: 'missing_field' })
  })

  test('a sample that cannot be sent is scored here', async () => {
    const odd: Sample = { userInput: 'tee', metadata: { act: () => 1 } }
    expect(await workers().scoreBatch([odd])).toEqual(await inProcess([odd]))
  })

  test('what asks a model is scored here, by the runtime of the run', async () => {
    let asked = 0
    const runtime: Runtime = {
      generate: () => Promise.reject(new Error('not asked')),
      embed: () => {
        asked += 1
        return Promise.resolve({ vectors: [[1]], usage: unknownUsage() })
      },
    }
    const [first] = await workers({ runtime }).scoreBatch([{ userInput: 'embed' }, { userInput: 'e' }])
    expect([first?.[0]?.value, asked]).toEqual([0.4, 2])
  })

  test('what a metric throws is thrown as it is, and the next batch is scored', async () => {
    const { scoreBatch } = workers()
    await expect(scoreBatch([{ userInput: 'throw' }])).rejects.toThrow(new RangeError('thrown by the metric'))
    expect(await scoreBatch(rows.slice(0, 3))).toEqual(await inProcess(rows.slice(0, 3)))
  })
})

describe('what goes wrong is said', () => {
  test('a worker that dies ends all batches with what to do, also later ones', async () => {
    const { scoreBatch } = workers()
    const others = failureOf(scoreBatch([{ userInput: 'hang' }]))
    const message = await failureOf(scoreBatch([{ userInput: 'die' }]))
    expect(message).toBe(
      'config: Score workers: a score worker died: its thread ended with code 7. Score in this process to see where, or give the process more memory.',
    )
    expect([await others, await failureOf(scoreBatch(rows))]).toEqual([message, message])
  })

  test.each<[string, Partial<ScoreWorkersOptions>, RegExp]>([
    ['a module that is not there', { moduleUrl: new URL('./nowhere.ts', moduleUrl) }, /could not make the metrics: .*nowhere\.ts/],
    ['a module without metricFrom', { moduleUrl: new URL('../workers-pay.ts', moduleUrl) }, /exports no function metricFrom/],
    ['a type that it does not know', { metrics: [{ ...toy(), config: { type: 'lost' } }] }, /there is no metric lost/],
    [
      'a config that makes another metric',
      { metrics: [{ ...toy(), name: 'impostor', config: { type: 'impostor' } }] },
      /the config of impostor makes another metric in a worker: toy\|letter:z\|v1, not toy\|letter:e\|v1/,
    ],
  ])('%s', async (_what, options, message) => {
    expect(await failureOf(workers(options).scoreBatch([{ userInput: 'hang' }]))).toMatch(message)
  })

  test.each<[Partial<ScoreWorkersOptions>, RegExp]>([
    [{ metrics: [] }, /no metric/],
    [{ metrics: [{ ...toy(), config: null }] }, /toy holds a bare function/],
    [{ threads: 0 }, /threads is 0/],
    [{ threads: 1.5 }, /threads is 1\.5/],
  ])('%j is refused at once', (options, message) => {
    expect(() => workers(options)).toThrow(message)
  })

  test('ready says when all workers made their metrics, and fails as a batch does', async () => {
    await expect(workers().ready()).resolves.toBeUndefined()
    const lost = workers({ metrics: [{ ...toy(), config: { type: 'lost' } }] })
    expect(await failureOf(lost.ready())).toMatch(/there is no metric lost/)
    const closed = workers()
    await closed.close()
    expect(await failureOf(closed.ready())).toMatch(/^aborted/)
  })

  test('idle workers keep no process alive', async () => {
    const create = new URL('./create-score-workers.ts', import.meta.url)
    const code = `
      const { createScoreWorkers } = await import(${JSON.stringify(create)})
      const { toy } = await import(${JSON.stringify(moduleUrl)})
      const workers = createScoreWorkers({ metrics: [toy()], moduleUrl: ${JSON.stringify(moduleUrl)}, threads: 2 })
      await workers.ready()
      const [[score]] = await workers.scoreBatch([{ userInput: 'e' }])
      console.log(score.value)`
    const child = spawn(process.execPath, ['--conditions=@assay/source', '--input-type=module', '-e', code])
    const [out, exit] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect([out, exit[0]]).toEqual(['1\n', 0])
  })

  test('close ends what is in flight', async () => {
    const { scoreBatch, close } = workers()
    const pending = failureOf(scoreBatch([{ userInput: 'hang' }]))
    await close()
    expect(await pending).toMatch(/^aborted: .*closed before all rows/)
    expect(await failureOf(scoreBatch(rows))).toMatch(/^aborted/)
  })
})
