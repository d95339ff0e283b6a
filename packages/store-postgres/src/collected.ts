/** Collects what is asked for within one turn of the event loop, and answers it together: at most `most` at once. */
export function collected<Ask, Answer>(
  answerAll: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  most: number,
): (ask: Ask) => Promise<Answer> {
  type Waiting = { readonly ask: Ask; readonly resolve: (answer: Answer) => void; readonly reject: (error: unknown) => void }
  let waiting: Waiting[] = []

  async function answerThese(these: readonly Waiting[]): Promise<void> {
    try {
      const answers = await answerAll(these.map(({ ask }) => ask))
      for (const [at, { resolve }] of these.entries()) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there are as many answers as asks
        resolve(answers[at] as Answer)
      }
    } catch (error) {
      for (const { reject } of these) reject(error)
    }
  }

  function answerWaiting(): void {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += most) void answerThese(all.slice(from, from + most))
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(answerWaiting)
      waiting.push({ ask, resolve, reject })
    })
}
