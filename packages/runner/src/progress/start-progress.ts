/** What a line of progress is written to: standard error. */
export type ProgressStream = {
  readonly write: (text: string) => unknown
  /** Set while a reader is slower than we write. */
  readonly writableNeedDrain?: boolean
}

export type StartProgressOptions<Snapshot> = {
  readonly stream: ProgressStream
  /** A terminal has one line, drawn again and again; anything else gets a line every ten seconds. */
  readonly isTTY: boolean
  /** Asked before every drawing, since a window can be resized. */
  readonly columns: () => number | undefined
  readonly snapshot: () => Snapshot
  /** One line of at most so many columns. */
  readonly render: (snapshot: Snapshot, columns: number) => string
  readonly quiet?: boolean
}

export type RunningProgress = {
  /** Takes the line away, for the report or for good. */
  readonly stop: () => void
  /** Writes a line of its own, a warning say, without tearing the one that is drawn. The text must be harmless to a terminal. */
  readonly say: (line: string) => void
}

const LIVE_MS = 100
const PLAIN_MS = 10_000
const DEFAULT_COLUMNS = 80
const ERASE = '\r\u001B[K'

/** Shows progress until it is stopped. The timer keeps no process alive. */
export function startProgress<Snapshot>(options: StartProgressOptions<Snapshot>): RunningProgress {
  const { stream, isTTY, columns, snapshot, render, quiet = false } = options
  let shown = ''

  function draw(): void {
    if (stream.writableNeedDrain === true) return
    // A line as wide as the window makes some terminals go to the next one.
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
