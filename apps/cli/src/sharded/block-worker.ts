// Where a thread that scores blocks begins. Started by createBlockCrew, never imported for its values.
import { keepCompiledModules } from '../compile-cache.ts'

export type { WorkerReply, WorkerRequest, WorkerSetup } from './block-thread.ts'

// Before the rest is loaded: a thread does not have it from the process.
keepCompiledModules()
const { scoreBlocks } = await import('./block-thread.ts')
scoreBlocks()
