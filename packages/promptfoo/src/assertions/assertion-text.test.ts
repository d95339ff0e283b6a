import { describe, expect, it } from 'vitest'
import { complaint } from '../__fixtures__/complaint.ts'
import { configFiles, oneTest } from '../__fixtures__/config-files.ts'
import { run } from '../__fixtures__/promptfoo-run.ts'

describe('variables in values', () => {
  const assert = (value: string) => `- { type: context-recall, threshold: 1, value: ${JSON.stringify(value)} }`

  it('that a test lacks are reported with that test, also for assertions of all tests', async () => {
    const config = `defaultTest:
  assert: [{ type: context-recall, threshold: 1, value: "{{fact}}" }]
tests:
  - vars: { context: A., fact: B. }
  - vars: { context: A. }
`
    expect(await complaint(run(configFiles(config)))).toBe(
      'promptfooconfig.yaml:2: defaultTest.assert[0].value: it shows {{fact}}, and the test at promptfooconfig.yaml:5 has no variable of that name.',
    )
  })

  it('are put in once and untouched', async () => {
    const { rows } = await run(
      configFiles(
        oneTest(
          assert('Of {{ place }} and {{who.name}}, {{n}} times.'),
          `context: A.\n      place: "{{who}} $& <b> {% x %}"\n      who: { name: Ann }\n      n: 3`,
        ),
      ),
    )
    expect(rows[0]?.reference).toBe('Of {{who}} $& <b> {% x %} and Ann, 3 times.')
  })

  it.each(['{{ place | upper }}', '{% if x %}y{% endif %}', '{{ f() }}', '{# note #}', '{{ 1 + 1 }}', '{{constructor.constructor("x")}}'])(
    '%s takes a template engine, and is reported and left out',
    async (value) => {
      const { rows, notes } = await run(configFiles(oneTest(`${assert('A b.')}\n${assert(value)}`, 'context: A.\n      place: x')))
      expect(rows).toHaveLength(1)
      expect(notes).toContainEqual(
        expect.stringMatching(/^promptfooconfig\.yaml:7: the assertion "context-recall" is skipped: .* takes a template engine, and only/),
      )
    },
  )

  it.each(['{{nobody}}', '{{who.age}}', '{{constructor}}', '{{__proto__}}'])(
    '%s, which the test does not have, is an error with its line',
    async (value) => {
      expect(await complaint(run(configFiles(oneTest(assert(value), 'context: A.\n      who: { name: Ann }'))))).toMatch(
        /^promptfooconfig\.yaml:6: tests\[0\]\.assert\[0\]\.value: it shows \{\{/,
      )
    },
  )

  it('a value may be a file, whose text is not a template', async () => {
    const { rows } = await run(configFiles(oneTest(assert('file://docs/truth.txt')), { 'docs/truth.txt': 'All of {{it}}.' }))
    expect(rows[0]?.reference).toBe('All of {{it}}.')
  })
})
