import type { AssayErrorKind, FinishReason, JsonValue, LLMAdapter, LLMCall, Usage } from '@assay/core'
import type { FakeServer, RecordedRequest, WireReply } from '../../fake-server.ts'

/** An adapter under test, and the protocol of its server. */
export type LLMAdapterSubject<Options> = {
  /** Creates the adapter. Called often, with different places and options; it must not send requests. */
  readonly create: (place: AdapterPlace, options: Options | undefined) => LLMAdapter
  /** A model that supports all parameters of the protocol. Default `conformance-model`. */
  readonly modelId?: string
  /** Options that change replies: each must change the fingerprint. */
  readonly parameters?: readonly Options[]
  /** The fake server. Omit it for an adapter without a server; then only checks without one run. */
  readonly server?: AdapterServer
}

export type AdapterPlace = {
  /** The address of the server. In one check it contains credentials. */
  readonly url: string
  /** `undefined` if the address contains credentials. */
  readonly apiKey: string | undefined
  readonly modelId: string
}

export type AdapterServer = {
  /** One of the fakes of this package, or `startFakeServer` with a protocol of yours. `answer` is called once for each request. */
  readonly start: (answer: (request: RecordedRequest) => WireReply) => Promise<FakeServer>
  /** A valid response in the protocol. `undefined` if the protocol cannot express it; plain text is required. */
  readonly reply: (answer: ServerAnswer) => WireReply | undefined
  /** An error response in the protocol, with `message` in it. `undefined` if the protocol has no such failure. */
  readonly error: (failure: ServerFailure) => WireReply | undefined
  /** Reads a request as a call. */
  readonly read: (request: RecordedRequest) => SeenCall
  /** An incomplete response, after which the connection breaks, for protocols that stream. Default: half of a valid one. */
  readonly unfinished?: WireReply
  /** The token counts, besides input and output, that the protocol reports. Default none. */
  readonly counts?: readonly ('cachedInputTokens' | 'cacheWriteTokens' | 'reasoningTokens')[]
}

export type ServerAnswer = {
  readonly text: string
  /** The text is the arguments of the tool that the request forces, as JSON. */
  readonly byTool: boolean
  /** `other`: a reason unknown to the adapter. */
  readonly finishReason: FinishReason
  /** `null`: the server does not report it. */
  readonly usage: Omit<Usage, 'calls'> | null
}

export type ServerFailure = {
  readonly status: number
  /** The cause of the failure, for protocols that name it. */
  readonly kind: AssayErrorKind
  readonly message: string
  /** For `unsupported_parameter`: the name in `LLMCall`. */
  readonly parameter: 'output' | 'temperature' | undefined
}

/** A call as read from a request; missing fields are omitted. */
export type SeenCall = {
  readonly model: string
  /** With the parts of a message joined. */
  readonly messages: readonly { readonly role: string; readonly text: string }[]
  readonly output?: { readonly mode: 'native' | 'tool'; readonly schema: JsonValue; readonly name?: string } | undefined
  readonly maxOutputTokens?: number | undefined
  readonly temperature?: number | undefined
  readonly seed?: number | undefined
}

/** A subject that any check can use. */
export type Bench = {
  readonly modelId: string
  readonly create: (place: AdapterPlace) => LLMAdapter
  /** One for each of the subject's parameters. */
  readonly variants: readonly ((place: AdapterPlace) => LLMAdapter)[]
}

export type ServedBench = Bench & { readonly server: AdapterServer }

/** The smallest call. */
export const smallCall: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'hi' }] }] }
