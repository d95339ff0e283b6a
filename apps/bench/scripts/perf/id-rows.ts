import { closeSync, openSync, writeSync } from 'node:fs'

/** Writes `count` rows of a retrieval log: a question, ten retrieved ids, two or three expected ones. The rows are the same every time. */
export function writeIdRows(path: string, count: number): void {
  const file = openSync(path, 'w')
  let state = 20_261_127
  const next = (below: number): number => {
    state = (state * 16_807) % 2_147_483_647
    return state % below
  }
  let lines: string[] = []
  for (let row = 0; row < count; row += 1) {
    const retrieved = Array.from({ length: 10 }, () => `doc_${next(5000)}`)
    const reference = Array.from({ length: 2 + next(2) }, () => (next(10) < 8 ? (retrieved[next(10)] ?? '') : `doc_${next(5000)}`))
    lines.push(
      JSON.stringify({
        id: `q${row}`,
        user_input: `which document answers question ${row}`,
        retrieved_context_ids: retrieved,
        reference_context_ids: reference,
      }),
    )
    if (lines.length === 5000 || row === count - 1) {
      writeSync(file, `${lines.join('\n')}\n`)
      lines = []
    }
  }
  closeSync(file)
}
