export { type FakeServer, type RecordedRequest, startFakeServer, type WireFault, type WireReply } from './fake-server.ts'
export { type OpenAIReply, type OpenAIScript, startFakeOpenAI } from './openai-protocol.ts'
export type { Script } from './script.ts'
export { scriptedAdapter, type ScriptedAdapter, type ScriptedReply } from './scripted-adapter.ts'
