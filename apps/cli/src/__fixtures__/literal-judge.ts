import type { RecordedRequest } from '@assay/testkit'

/**
 * Answers the prompts of the judged metrics literally: a claim is a sentence, supported if a context contains it word for word; a passage
 * is useful if it contains a sentence of the answer; a claim helps if it shares a long word with the question.
 */
export function literalJudge({ body }: Pick<RecordedRequest, 'body'>): string {
  const text = textOf(body)
  const [contexts, passages, items] = [between(text, 'context'), between(text, 'passage'), itemsIn(text)]
  const [[reference], [answer], [question = '']] = [between(text, 'reference'), between(text, 'answer'), between(text, 'question')]
  if (passages.length > 0) {
    const wanted = sentencesIn(answer ?? question)
    const judged = items.map(([passage, words]) => ({ passage, reason: 'By the letter.', quote: '', useful: wanted.some((one) => words.includes(one)) }))
    return JSON.stringify({ passages: judged })
  }
  if (answer !== undefined && reference === undefined) {
    const claims = sentencesIn(answer)
    const declines = claims.length === 1 && answer.startsWith('I do not know')
    return JSON.stringify({ claims: declines ? [] : claims, declines })
  }
  const verdictOn = (words: string) => ({ reason: 'By the letter.', evidence: [], supported: contexts.some((context) => context.includes(words)) })
  if (reference !== undefined) {
    const sentences = sentencesIn(reference)
    return JSON.stringify({ claims: contexts.length === 0 ? sentences : sentences.map((words) => ({ text: words, ...verdictOn(words) })) })
  }
  if (contexts.length === 0) {
    const long = question.match(/\w{4,}/g) ?? []
    return JSON.stringify({ claims: items.map(([claim, words]) => ({ claim, reason: 'By the letter.', helps: long.some((word) => words.includes(word)) })) })
  }
  return JSON.stringify({ verdicts: items.map(([claim, words]) => ({ claim, ...verdictOn(words) })) })
}

function sentencesIn(text: string): string[] {
  return text.split(/(?<=\.)\s+/)
}

function itemsIn(text: string): [id: string, words: string][] {
  return Array.from(text.matchAll(/<(?:claim|passage)-\w+ id="(\w+)">\n([^]*?)\n<\/(?:claim|passage)/g), ([, id = '', words = '']) => [id, words])
}

/** The models of requests, by the names in them. */
export function modelsOf(requests: readonly Pick<RecordedRequest, 'body'>[]): string[] {
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
