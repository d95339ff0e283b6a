// A thread that takes its blocks and ends at the second, as one without memory does.
import { parentPort } from 'node:worker_threads'

let blocks = 0
parentPort?.postMessage('ready')
parentPort?.on('message', () => {
  blocks += 1
  if (blocks === 2) process.exit(7)
})
