import { sayAs } from '@assay/command-kit'

/** A sentence for the user, beside what is written. */
export function say(message: string): void {
  sayAs('assay-bench', message)
}

/** Of an interrupted benchmark. */
export const QUESTIONS_LEFT_OUT = 'Questions not begun were left out.'
