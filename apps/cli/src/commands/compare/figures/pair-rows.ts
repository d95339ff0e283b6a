/** What rows are paired by. */
export type Pairable = {
  readonly id: string
  readonly idGiven: boolean
  readonly inputHash: string
  /** Its data file, where ids are unique within each only. */
  readonly file?: string | undefined
  /** Its groups as one text, where ids may be unique within each only. */
  readonly groups?: string | undefined
}

/** Names a row among those of its run. */
export function rowKey({ id, file, groups }: Pick<Pairable, 'id' | 'file' | 'groups'>): string {
  return file === undefined && groups === undefined ? id : JSON.stringify([file ?? null, groups ?? null, id])
}

export type PairedRows<Row> = {
  readonly pairs: readonly (readonly [a: Row, b: Row])[]
  readonly onlyInA: readonly Row[]
  readonly onlyInB: readonly Row[]
  /** The same id asks something else: no pair. */
  readonly changed: readonly (readonly [a: Row, b: Row])[]
  /** Pairs of rows that ask the same as another row without an id of its own: paired in their order. */
  readonly inOrder: number
}

/**
 * Pairs the rows of two runs: by id where both runs were given one, else by what they ask. A made-up id is a position, and pairs nothing. Pairs stand
 * in the order of B. Where an id stands in several files of a run, rows of one id pair by their files, too; else files may be called otherwise.
 */
export function pairRows<Row extends Pairable>(a: readonly Row[], b: readonly Row[]): PairedRows<Row> {
  const keyOf = hasRepeatedIds(a) || hasRepeatedIds(b) ? rowKey : ({ id }: Row): string => id
  const byId = new Map(a.filter(({ idGiven }) => idGiven).map((row) => [keyOf(row), row]))
  const partners = new Map<Row, Row>()
  const taken = new Set<Row>()
  const changed: [Row, Row][] = []
  const restOfB: Row[] = []
  for (const row of b) {
    const same = row.idGiven ? byId.get(keyOf(row)) : undefined
    if (same === undefined) {
      restOfB.push(row)
      continue
    }
    taken.add(same)
    if (same.inputHash === row.inputHash) partners.set(row, same)
    else changed.push([same, row])
  }
  const free = createQueues(a.filter((row) => !taken.has(row)))
  const askedInB = counts(restOfB)
  let inOrder = 0
  for (const row of restOfB) {
    const same = free.next(row)
    if (same === undefined) continue
    taken.add(same)
    partners.set(row, same)
    if (free.size(row) > 1 || (askedInB.get(row.inputHash) ?? 0) > 1) inOrder += 1
  }
  const inChange = new Set(changed.map(([, row]) => row))
  return {
    pairs: b.flatMap((row) => {
      const same = partners.get(row)
      return same === undefined ? [] : [[same, row] as const]
    }),
    onlyInA: a.filter((row) => !taken.has(row)),
    onlyInB: restOfB.filter((row) => !partners.has(row) && !inChange.has(row)),
    changed,
    inOrder,
  }
}

function hasRepeatedIds(rows: readonly Pairable[]): boolean {
  const named = rows.filter(({ idGiven }) => idGiven)
  return (
    named.some(({ file, groups }) => file !== undefined || groups !== undefined) && new Set(named.map(({ id }) => id)).size < named.length
  )
}

/** Rows by what they ask, first come, first taken. Two ids that were given and differ name two rows, whatever they ask. */
function createQueues<Row extends Pairable>(rows: readonly Row[]): { next: (row: Row) => Row | undefined; size: (row: Row) => number } {
  const queues = new Map<string, { readonly named: Row[]; readonly unnamed: Row[]; namedAt: number; unnamedAt: number }>()
  for (const row of rows) {
    let queue = queues.get(row.inputHash)
    if (queue === undefined) {
      queue = { named: [], unnamed: [], namedAt: 0, unnamedAt: 0 }
      queues.set(row.inputHash, queue)
    }
    queue[row.idGiven ? 'named' : 'unnamed'].push(row)
  }
  return {
    next({ idGiven, inputHash }) {
      const queue = queues.get(inputHash)
      if (queue === undefined) return undefined
      const unnamed = queue.unnamed[queue.unnamedAt]
      if (unnamed !== undefined) {
        queue.unnamedAt += 1
        return unnamed
      }
      const named = idGiven ? undefined : queue.named[queue.namedAt]
      if (named !== undefined) queue.namedAt += 1
      return named
    },
    size({ inputHash }) {
      const queue = queues.get(inputHash)
      return queue === undefined ? 0 : queue.named.length + queue.unnamed.length
    },
  }
}

function counts(rows: readonly Pairable[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { inputHash } of rows) found.set(inputHash, (found.get(inputHash) ?? 0) + 1)
  return found
}
