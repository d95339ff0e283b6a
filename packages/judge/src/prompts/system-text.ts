import type { PromptExample, ResolvedPrompt } from './prompt.ts'

/** The system message of a prompt. */
export function systemText({ instruction, examples, answerIn }: ResolvedPrompt): string {
  const language = answerIn === undefined ? [] : [`Write claims and reasons in ${answerIn}, the language of the references.`]
  return [[instruction, ...language].join('\n'), ...examples.map(exampleText)].join('\n\n')
}

/** The part of it that is repeated at the end of the last message, after the data. */
export function languageReminder({ answerIn }: ResolvedPrompt): string {
  return answerIn === undefined ? '' : ` Write in ${answerIn}.`
}

function exampleText({ input, output }: PromptExample): string {
  const { contexts = [], userInput, reference, response, claims = [], passages = [], sentences = [], criterion } = input
  return [
    'Example',
    ...contexts.map((text, index) => `Context ${index + 1}: ${text}`),
    ...(userInput === undefined ? [] : [`Question: ${userInput}`]),
    ...(reference === undefined ? [] : [`Reference: ${reference}`]),
    ...(response === undefined ? [] : [`Answer: ${response}`]),
    ...(criterion === undefined ? [] : [`Criterion: ${criterion}`]),
    ...claims.map((text, index) => `c${index + 1}: ${text}`),
    ...passages.map((text, index) => `k${index + 1}: ${text}`),
    ...sentences.map((text, index) => `k1s${index + 1}: ${text}`),
    `Reply: ${JSON.stringify(output)}`,
  ].join('\n')
}
