import { shownText } from '@assay/core'
import type { Attempt } from './attempt.ts'
import type { ServerAnswer } from './server-answer.ts'

/**
 * What a failing answer says, as the end of a sentence: `said`, which is what could be read in its body, unless it is a redirect or a
 * page.
 */
export function describeAnswer({ status, text, headers }: Omit<ServerAnswer, 'body'>, said: string, { where, secrets }: Attempt): string {
  if (status >= 300 && status < 400)
    return shownText(`a redirect${target(headers?.get('location'), where)}, which is not followed`, secrets)
  return text.trimStart().startsWith('<') ? 'an HTML page.' : shownText(said === '' ? 'no explanation' : said, secrets)
}

/** Without path and query, which may hold anything. */
function target(location: string | null | undefined, where: string): string {
  const url = location === null || location === undefined ? null : URL.parse(location, where)
  return url === null ? '' : ` to ${url.origin}`
}
