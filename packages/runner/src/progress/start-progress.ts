/** Where progress is written: standard error. */
export type ProgressStream = {
  readonly write: (text: string) => unknown
  /** Set while the reader is slower than the writer. */
  readonly writableNeedDrain?: boolean
}

export type StartProgressOptions<Snapshot> = {
  readonly stream: ProgressStream
  /** A terminal has one line that is redrawn; anything else gets a line every ten seconds. */
  readonly isTTY: boolean
  /** Called before every drawing, since a window can be resized. */
  readonly columns: () => number | undefined
  readonly snapshot: () => Snapshot
  /** One line of at most this many columns. */
  readonly render: (snapshot: Snapshot, columns: number) => string
  readonly quiet?: boolean
}

export type RunningProgress = {
  /** Removes the line, for the report or for good. */
  readonly stop: () => void
  /** Writes a line, for example a warning, without breaking the drawn one. The text must be safe for a terminal. */
  readonly say: (line: string) => void
}

const LIVE_MS = 100
const PLAIN_MS = 10_000
const DEFAULT_COLUMNS = 80
const ERASE = '\r\u001B[K'

/** Shows progress until it is stopped. The timer does not hold up the process. */
export function startProgress<Snapshot>(options: StartProgressOptions<Snapshot>): RunningProgress {
  const { stream, isTTY, columns, snapshot, render, quiet = false } = options
  let shown = ''

  function draw(): void {
    if (stream.writableNeedDrain === true) return
    // Some terminals wrap a line that is as wide as the window.
    const line = render(snapshot(), isTTY ? (columns() ?? DEFAULT_COLUMNS) - 1 : Number.POSITIVE_INFINITY)
    if (!isTTY) stream.write(`${line}\n`)
    else if (line !== shown) stream.write(`${ERASE}${line}`)
    shown = line
  }

  function erase(): void {
    if (isTTY && shown !== '') stream.write(ERASE)
    shown = ''
  }

  const timer = quiet ? undefined : setInterval(draw, isTTY ? LIVE_MS : PLAIN_MS)
  timer?.unref()
  return {
    stop() {
      clearInterval(timer)
      erase()
    },
    say(line) {
      const wasShown = shown !== '' && isTTY
      erase()
      stream.write(`${line}\n`)
      if (wasShown) draw()
    },
  }
}
