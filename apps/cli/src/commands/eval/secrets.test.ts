import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { literalServer } from '../../__fixtures__/literal-server.ts'
import { osloRow } from '../../__fixtures__/oslo-row.ts'
import { jsonl, project } from '../../__fixtures__/project.ts'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const { sent, url } = literalServer()

describe('a secret in the file', () => {
  const secrets = ['sk-of-the-environment-1', 'header-secret-22222', 'hunter2secret', 'sk-written-in-code-3']
  const ofHeaders = "headers: { 'x-team': 'header-secret-22222' }"

  it.each([
    [
      'assay.config.ts',
      "export default { data: 'rows.jsonl', metrics: ['context-recall'], judge: { id: 'openai:m', apiKey: 'sk-written-in-code-3', baseURL: 'http://HOST/v1', HEADERS } }",
    ],
    [
      'assay.config.yaml',
      "data: rows.jsonl\nmetrics: [context-recall]\njudge: { id: 'openai:m', apiKey: '${JUDGE_KEY}', baseURL: 'http://HOST/v1', HEADERS }\n",
    ],
    [
      'assay.config.json',
      '{"data": "rows.jsonl", "metrics": ["context-recall"], "judge": {"id": "openai:m", "apiKey": null, "baseURL": "http://user:hunter2secret@HOST/v1"}}',
    ],
  ])('of %s reaches the server, and neither outputs nor .assay', async (name, config) => {
    const folder = project({
      [name]: config.replace('HOST', new URL(url()).host).replace('HEADERS', ofHeaders),
      'rows.jsonl': jsonl(osloRow),
    })
    const outputs = ['json', 'jsonl', 'csv', 'xml', 'md', 'html', 'txt'].flatMap((ending) => ['-o', `out.${ending}`])
    const ran = await runAssay(['eval', ...outputs], { cwd: folder, env: { JUDGE_KEY: 'sk-of-the-environment-1' } })
    expect(ran.code).toBe(0)
    expect(JSON.stringify(sent().map(({ headers }) => headers))).toMatch(/sk-(?:of-the|written).*header-secret|Basic /)
    const kept = readdirSync(join(folder, '.assay')).map((file) => readFileSync(join(folder, '.assay', file), 'latin1'))
    const written = readdirSync(folder).filter((file) => file.startsWith('out.'))
    expect(written).toHaveLength(7)
    const everything = [ran.out, ran.err, ...kept, ...written.map((file) => readFileSync(join(folder, file), 'utf8'))].join('\n')
    for (const secret of secrets) expect(everything).not.toContain(secret)
  })

  it('is not sent to a server that only a file of data names, unless that is trusted', async () => {
    const config = `data: rows.jsonl\nmetrics: [context-recall]\njudge: { id: 'openai:m', baseURL: '${url()}' }\n`
    const folder = project({ 'assay.config.yaml': config, 'rows.jsonl': jsonl(osloRow) })
    const key = { OPENAI_API_KEY: 'sk-of-the-environment-1' }
    await runAssay(['eval', '--quiet', '--no-cache'], { cwd: folder, env: key })
    expect(JSON.stringify(sent().map(({ headers }) => headers))).not.toContain('sk-of')
    await runAssay(['eval', '--quiet', '--no-cache', '--trust-config'], { cwd: folder, env: key })
    expect(JSON.stringify(sent().map(({ headers }) => headers))).toContain('sk-of')
  })
})
