import { readFileSync } from 'node:fs'
import { XmlDocument, type XmlElement } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import { reported } from './__fixtures__/sample-run.ts'
import { skippedRun } from './__fixtures__/skipped-run.ts'
import { useTempFolder } from './__fixtures__/temp-folder.ts'
import { reporterFor } from './reporter-for.ts'

const inFolder = useTempFolder()

async function written(name: string): Promise<string> {
  const path = inFolder(name)
  await reported(reporterFor(path), await skippedRun())
  return readFileSync(path, 'utf8')
}

describe('what was skipped', () => {
  it.each(['out.txt', 'out.md', 'out.html'])('is counted and named with its reason and place in %s', async (name) => {
    const text = (await written(name)).replaceAll(/<[^>]*>|[`*]/g, '').replaceAll(/\s+/g, ' ')
    expect(text).toContain('3 checks were skipped: llm-rubric (2), ')
    expect(text.replaceAll('&quot;', '"')).toMatch(/llm-rubric promptfooconfig\.yaml:9: Assay does not check "llm-rubric"\. \(2 times\)/)
  })

  it('stands in the rows and the summary of JSON', async () => {
    const { rows, skipped } = JSON.parse(await written('out.json'))
    expect(rows.map((row: { skipped?: { name: string }[] }) => row.skipped?.length)).toEqual([1, 2])
    expect(rows[0].skipped).toEqual([{ name: 'llm-rubric', reason: 'Assay does not check "llm-rubric".', place: 'promptfooconfig.yaml:9' }])
    expect(skipped).toMatchObject({ count: 3, kinds: [{ name: 'llm-rubric', count: 2 }, { count: 1 }] })
    const last = (await written('out.jsonl')).trimEnd().split('\n').at(-1)
    expect(JSON.parse(last ?? '')).toMatchObject({ skipped: { count: 3 } })
  })

  it('is a column of CSV, where there is any', async () => {
    const [header, first, second] = (await written('out.csv')).split('\n')
    expect(header).toMatch(/^id,index,cluster,user_input,reference,response,row\.value,row\.passed,row\.skipped,low\.value/)
    expect(first).toContain(',"[""llm-rubric""]",')
    expect(second).toMatch(/^none,1,,,,,,,"\[""llm-rubric""/)
  })

  it('is a skipped case of JUnit, counted as such', async () => {
    using document = XmlDocument.fromString(await written('out.xml'))
    const of = (path: string): XmlElement[] => document.find(path) as XmlElement[]
    expect(of('//testcase[skipped]').map((one) => one.attr('name')?.value)).toEqual(['half', 'none', 'none'])
    expect(of('//testcase[@classname="llm-rubric"]/skipped')[0]?.attr('message')?.value).toBe(
      'promptfooconfig.yaml:9: Assay does not check "llm-rubric".',
    )
    for (const path of ['/testsuites', '//testsuite[@name="rows"]']) expect(of(path)[0]?.attr('skipped')?.value).toBe('3')
    expect(of('//failure')).toEqual([])
    expect(of('//testcase[@classname="row"]/system-out')[0]?.content).toBe('All checks passed. 1 more check was skipped.')
  })
})
