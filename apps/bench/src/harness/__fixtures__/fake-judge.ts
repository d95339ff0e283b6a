import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FakeServer, type OpenAIReply, type RecordedRequest, startFakeOpenAI } from '@assay/testkit'
import { onTestFinished } from 'vitest'

const USAGE = {
  prompt_tokens: 1000,
  completion_tokens: 50,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
}

/** The request for one claim. */
type AskedClaim = { readonly text: string; readonly contexts: readonly string[]; readonly index: number; readonly model: string }

/** Supported or not; or a reply of its own for the whole request. */
export type Decide = (claim: AskedClaim) => boolean | OpenAIReply

/** A fake OpenAI that judges each claim it is shown. */
export async function startFakeJudge(decide: Decide): Promise<FakeServer> {
  const server = await startFakeOpenAI((request) => {
    const claims = claimsOf(request)
    const said = claims.map(({ id, ...claim }) => ({ id, verdict: decide(claim) }))
    const own = said.map(({ verdict }) => verdict).find((verdict) => typeof verdict === 'object')
    if (own !== undefined) return own
    const verdicts = said.map(({ id, verdict }) => ({ claim: id, reason: 'So it is.', evidence: [], supported: verdict }))
    return { text: JSON.stringify({ verdicts }), usage: USAGE }
  })
  onTestFinished(() => server.close())
  return server
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A file of fixtures in a folder of its own. */
export function fixtureFile(rows: readonly object[]): string {
  const path = join(temporaryFolder(), 'mine.jsonl')
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return path
}

/** Items whose statements say what people say of them. */
export function items(count: number, more: (at: number) => object = () => ({})): object[] {
  return Array.from({ length: count }, (_, at) => {
    const label = at % 2 === 0 ? 1 : 0
    return { id: `i${at}`, statement: `Statement ${at} is ${label === 1 ? 'true' : 'false'}.`, contexts: [`First of ${at}.`, `Second of ${at}.`], label, ...more(at) }
  })
}

/** What an honest judge says of such items. */
export function honest({ text }: { readonly text: string }): boolean {
  return text.includes('true')
}

function claimsOf({ body, index }: RecordedRequest): (AskedClaim & { readonly id: string })[] {
  const text = JSON.stringify(body)
  const parsed: { model: string; messages: { role: string; content: unknown }[] } = JSON.parse(text)
  const prompt = parsed.messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))).join('\n')
  const contexts = blocks(prompt, 'context').map(({ inside }) => inside)
  return blocks(prompt, 'claim').map(({ attribute, inside }) => ({
    id: /c\d+/.exec(attribute)?.[0] ?? '',
    text: inside,
    contexts,
    index,
    model: parsed.model,
  }))
}

function blocks(prompt: string, tag: string): { attribute: string; inside: string }[] {
  // The first tag is a real one; tags in data come later.
  const nonce = /<(?:context|question|claim)-([0-9a-f]{16})/.exec(prompt)?.[1] ?? 'none'
  return Array.from(prompt.matchAll(new RegExp(`<${tag}-${nonce}([^>]*)>\n([^]*?)\n</${tag}-${nonce}>`, 'g')), ([, attribute = '', inside = '']) => ({
    attribute,
    inside,
  }))
}
