import { startFakeAnthropic, startFakeOllama, startFakeOpenAI } from '@assay/testkit'

const claims = JSON.stringify({ claims: ['Oslo is the capital of Norway.', 'Oslo has trams.'] })
const verdicts = JSON.stringify({
  verdicts: [
    { claim: 'c1', reason: 'The first context says so.', evidence: [], supported: true },
    { claim: 'c2', reason: 'No context speaks of trams.', evidence: [], supported: false },
  ],
})

export type JudgeServers = AsyncDisposable & {
  /** What a program needs to be asked by their SDKs. */
  readonly env: Record<string, string>
  /** How many requests all of them have had. */
  readonly requests: () => number
}

const answer = ({ rawBody }: { rawBody: string }): string => (rawBody.includes(`"verdicts":`) ? verdicts : claims)

/** A server of each vendor that finds two claims in a reference and supports the first. */
export async function startJudgeServers(): Promise<JudgeServers> {
  const servers = await Promise.all([startFakeOpenAI(answer), startFakeAnthropic(answer), startFakeOllama(answer)])
  const [openai, anthropic, ollama] = servers
  return {
    env: {
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: openai.url,
      ANTHROPIC_API_KEY: 'k',
      ANTHROPIC_BASE_URL: anthropic.url,
      OLLAMA_HOST: ollama.url,
      AZURE_OPENAI_API_KEY: 'k',
      AZURE_OPENAI_ENDPOINT: openai.url,
      OPENAI_API_VERSION: '2024-10-21',
    },
    requests: () => servers.reduce((sum, server) => sum + server.requests.length, 0),
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}
