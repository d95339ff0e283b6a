import type { PromptExample, ResolvedPrompt } from './prompt.ts'

/** The system message of a prompt. */
export function systemText({ instruction, examples, answerIn }: ResolvedPrompt): string {
  const language = answerIn === undefined ? [] : [`Write claims and reasons in ${answerIn}, the language of the references.`]
  return [[instruction, ...language].join('\n'), ...examples.map(exampleText)].join('\n\n')
}

/** What is repeated of it at the end of the last message, behind the data. */
export function languageReminder({ answerIn }: ResolvedPrompt): string {
  return answerIn === undefined ? '' : ` Write in ${answerIn}.`
}

function exampleText({ input: { contexts = [], userInput, reference, claims = [] }, output }: PromptExample): string {
  return [
    'Example',
    ...contexts.map((text, index) => `Context ${index + 1}: ${text}`),
    ...(userInput === undefined ? [] : [`Question: ${userInput}`]),
    ...(reference === undefined ? [] : [`Reference: ${reference}`]),
    ...claims.map((text, index) => `c${index + 1}: ${text}`),
    `Reply: ${JSON.stringify(output)}`,
  ].join('\n')
}
