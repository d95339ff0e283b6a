import type { AssayErrorKind, FinishReason, JsonValue, LLMAdapter, LLMCall, Usage } from '@assay/core'
import type { FakeServer, RecordedRequest, WireReply } from '../../fake-server.ts'

/** An adapter under test, and how its server speaks. */
export type LLMAdapterSubject<Options> = {
  /** Makes the adapter. Called often, with other places and options; it must not ask the server. */
  readonly create: (place: AdapterPlace, options: Options | undefined) => LLMAdapter
  /** A model that takes as much as the wire can say. Default `conformance-model`. */
  readonly modelId?: string
  /** Options of which each changes replies: with each of them the fingerprint must be another one. */
  readonly parameters?: readonly Options[]
  /** How to play the server. Left out for an adapter without one: only what needs none is checked. */
  readonly server?: AdapterServer
}

export type AdapterPlace = {
  /** The address of the server. In one check it holds credentials. */
  readonly url: string
  /** `undefined` where the address holds the credentials. */
  readonly apiKey: string | undefined
  readonly modelId: string
}

export type AdapterServer = {
  /** One of the fakes of this package, or `startFakeServer` with a protocol of yours. `answer` is asked once for each call. */
  readonly start: (answer: (request: RecordedRequest) => WireReply) => Promise<FakeServer>
  /** A good answer on the wire. `undefined` where the wire cannot say it; a plain text it must. */
  readonly reply: (answer: ServerAnswer) => WireReply | undefined
  /** A failure on the wire, with `message` in it. `undefined` where the wire has no such failure. */
  readonly error: (failure: ServerFailure) => WireReply | undefined
  /** What stands in a request, in the terms of a call. */
  readonly read: (request: RecordedRequest) => SeenCall
  /** An answer whose end is missing, for wires that stream: the connection breaks behind it. Default: half of a good one. */
  readonly unfinished?: WireReply
  /** The counts, besides input and output, that the wire reports. Default none. */
  readonly counts?: readonly ('cachedInputTokens' | 'cacheWriteTokens' | 'reasoningTokens')[]
}

export type ServerAnswer = {
  readonly text: string
  /** The text is the arguments of the tool that the request forces, as JSON. */
  readonly byTool: boolean
  /** `other`: a reason that the adapter has never heard of. */
  readonly finishReason: FinishReason
  /** `null`: the server says nothing about it. */
  readonly usage: Omit<Usage, 'calls'> | null
}

export type ServerFailure = {
  readonly status: number
  /** What the failure is about, for wires that name it. */
  readonly kind: AssayErrorKind
  readonly message: string
  /** For `unsupported_parameter`, as `LLMCall` names it. */
  readonly parameter: 'output' | 'temperature' | undefined
}

/** A call as a server sees it; what a request does not say is left out. */
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

/** The smallest call there is. */
export const smallCall: LLMCall = { messages: [{ role: 'user', parts: [{ text: 'hi' }] }] }
