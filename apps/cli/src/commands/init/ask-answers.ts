import { createInterface } from 'node:readline/promises'
import { AssayError } from '@assay/core'
import { forTerminal } from '@assay/reporters'

export type Question = {
  readonly text: string
  readonly choices: readonly string[]
  /** Whether answers other than the choices are allowed. */
  readonly isOpen: boolean
}

export type Answers = {
  /**
   * An empty answer takes the first choice, a number the choice with that number. Repeats the question while `refused` returns a problem.
   * @throws AssayError `aborted` if the input ends.
   */
  readonly ask: (question: Question, refused?: (answer: string) => Promise<string | undefined>) => Promise<string>
  readonly close: () => void
}

/** Asks people at a terminal. */
export function createAnswers(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Answers {
  const lines = createInterface({ input, output })
  lines.on('SIGINT', () => lines.close())
  // Requested at once, so that no line is lost that is typed before its question.
  const typed = lines[Symbol.asyncIterator]()

  async function answerTo(prompt: string): Promise<string> {
    lines.setPrompt(prompt)
    lines.prompt()
    const line = await typed.next()
    if (line.done === true) throw new AssayError({ kind: 'aborted', message: 'Nothing was written: the questions were not answered.' })
    return line.value.trim()
  }

  return {
    async ask({ text, choices, isOpen }, refused) {
      const [first = ''] = choices
      const list = choices.map((choice, index) => `  ${index + 1}  ${choice}\n`).join('')
      for (;;) {
        output.write(`${text}\n${list}`)
        const answer = await answerTo(`Number${isOpen ? ' or name' : ''} [${first}]: `)
        const chosen = answer === '' ? first : (choices[Number(answer) - 1] ?? answer)
        const isPossible = choices.includes(chosen) || (isOpen && !/^\d*$/.test(chosen))
        const why = isPossible ? await refused?.(chosen) : `There is no choice ${answer}.`
        if (why === undefined) return chosen
        output.write(`${forTerminal(why)}\n`)
      }
    },
    close: () => lines.close(),
  }
}
