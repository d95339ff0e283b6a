import { sayAs } from '@assay/command-kit'

/** Prints a message for the user on the standard error. */
export function say(message: string): void {
  sayAs('assay-bench', message)
}

/** What an interrupted benchmark says. */
export const QUESTIONS_LEFT_OUT = 'Questions not begun were left out.'
