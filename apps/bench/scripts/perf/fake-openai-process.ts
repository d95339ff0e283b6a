// A fake OpenAI in a process of its own, so that its work is not counted as the caller's. Prints its URL and runs until it is ended.
import { startFakeOpenAI } from '@assay/testkit'

const server = await startFakeOpenAI(() => JSON.stringify({ claims: ['Oslo is the capital of Norway.'] }))
process.stdout.write(`${server.url}\n`)
