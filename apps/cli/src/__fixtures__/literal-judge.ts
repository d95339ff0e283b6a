import type { RecordedRequest } from '@assay/testkit'

/** Answers the prompts of the LLM metric by the letter: a claim is a sentence, and supported where a context holds it word for word. */
export function literalJudge({ body }: Pick<RecordedRequest, 'body'>): string {
  const text = textOf(body)
  const contexts = between(text, 'context')
  const verdictOn = (words: string) => ({ reason: 'By the letter.', evidence: [], supported: contexts.some((context) => context.includes(words)) })
  const [reference] = between(text, 'reference')
  if (reference !== undefined) {
    const sentences = reference.split(/(?<=\.)\s+/)
    return JSON.stringify({ claims: contexts.length === 0 ? sentences : sentences.map((words) => ({ text: words, ...verdictOn(words) })) })
  }
  const claims = text.matchAll(/<claim-\w+ id="(c\d+)">\n([^]*?)\n<\/claim/g)
  const verdicts = Array.from(claims, ([, claim, words = '']) => ({ claim, ...verdictOn(words) }))
  return JSON.stringify({ verdicts })
}

/** Models asked, by the names that arrived. */
export function modelsAsked(requests: readonly Pick<RecordedRequest, 'body'>[]): string[] {
  return [...new Set(requests.map(({ body }) => String(Reflect.get(Object(body), 'model'))))].toSorted()
}

function between(text: string, tag: string): string[] {
  return Array.from(text.matchAll(new RegExp(`<${tag}-\\w+[^>]*>\\n([^]*?)\\n</${tag}-`, 'g')), ([, inner = '']) => inner)
}

function textOf(body: unknown): string {
  const messages: unknown = Reflect.get(Object(body), 'messages')
  if (!Array.isArray(messages)) return ''
  const last: unknown = messages.at(-1)
  const content: unknown = Reflect.get(Object(last), 'content')
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part: unknown) => String(Reflect.get(Object(part), 'text'))).join('\n') : ''
}
