import assert from 'node:assert/strict'
import type { LLMAdapter } from '@assay/core'
import type { FakeServer, RecordedRequest, WireReply } from '../../fake-server.ts'
import type { AdapterServer, SeenCall, ServedBench, ServerAnswer, ServerFailure } from './llm-adapter-subject.ts'

export const API_KEY = 'conformance-5e884898da28'

/** An adapter at its server, for one check. */
export type Stage = {
  readonly adapter: LLMAdapter
  readonly server: FakeServer
  /** The requests for replies so far, without others such as those for the limits of a model. */
  readonly asked: readonly RecordedRequest[]
  /** The only request so far, as a call. */
  readonly seen: () => SeenCall
}

/** Starts a scripted server and an adapter for it, and always closes the server. */
export async function onStage(
  bench: ServedBench,
  answer: WireReply | ((request: RecordedRequest) => WireReply),
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  const asked: RecordedRequest[] = []
  const server = await bench.server.start((request) => {
    asked.push(request)
    return typeof answer === 'function' ? answer(request) : answer
  })
  try {
    const adapter = bench.create({ url: server.url, apiKey: API_KEY, modelId: bench.modelId })
    const seen = (): SeenCall => {
      assert.equal(asked.length, 1, 'one call must be one request')
      const [request] = asked
      if (request === undefined) assert.fail('nothing was asked')
      return bench.server.read(request)
    }
    await act({ adapter, server, asked, seen })
  } finally {
    await server.close()
  }
}

/** A valid response; `undefined` if the protocol cannot express it. */
export function answerOf({ reply }: AdapterServer, answer: Partial<ServerAnswer> = {}): WireReply | undefined {
  return reply({ text: 'hello', byTool: false, finishReason: 'stop', usage: null, ...answer })
}

/** A valid response that every protocol must support. */
export function plainAnswer(server: AdapterServer, text = 'hello'): WireReply {
  const answer = answerOf(server, { text })
  if (answer === undefined) assert.fail('server.reply must be able to give a plain text')
  return answer
}

export function errorOf(
  { error }: AdapterServer,
  failure: Omit<ServerFailure, 'parameter'> & Partial<ServerFailure>,
): WireReply | undefined {
  return error({ parameter: undefined, ...failure })
}
