// The whole of `npm start` after the install: builds what the command needs, and evaluates a real data set without network or key.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// A reader that leaves (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const root = fileURLToPath(new URL('..', import.meta.url))
const own = process.argv.slice(2)
const names = ['id-based-context-recall', 'non-llm-context-recall', 'context-recall']
const isJudgeGiven = own.some((argument) => /^(?:-j|--judge|--grader)/.test(argument))
const judge = isJudgeGiven ? [] : ['-j', 'lexical']

const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
run('turbo', ['run', 'build', '--filter=assay', '--output-logs=errors-only', '--log-prefix=none'], 'pipe')
const metrics = names.flatMap((name) => ['-m', name])
run(
  process.execPath,
  ['apps/cli/dist/bin.js', 'eval', 'examples/clapnq-rag.jsonl', ...metrics, ...judge, '-o', 'assay-report.json', ...own],
  'inherit',
)
console.log('\nEvery row, claim and quote is in assay-report.json.')
if (!isJudgeGiven) console.log('With a real judge: OPENAI_API_KEY=… npm start -- -j openai:gpt-5-mini')

function run(command: string, args: readonly string[], stdio: 'inherit' | 'pipe'): void {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd: root, stdio: ['inherit', stdio, stdio], env, encoding: 'utf8' })
  if (status === 0) return
  if (stdio === 'pipe') process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`)
  if (error !== undefined) process.stderr.write(`${command}: ${error.message}\n`)
  process.exit(status ?? 1)
}
