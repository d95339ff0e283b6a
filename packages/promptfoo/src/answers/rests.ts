import { createHash } from 'node:crypto'

/** Who answered which prompt, for signatures. */
export function restsOf(name: string, prompt: string): string {
  return `${encodeURIComponent(name)}%23${createHash('sha256').update(prompt).digest('hex').slice(0, 6)}`
}
