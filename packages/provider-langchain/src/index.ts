export type { LangChainChatModel } from './chat-model.ts'
export { fromLangChain, type LangChainOptions } from './from-lang-chain.ts'
