import { lexicalScreen } from '@assay/judge'
import { describe, expect, it } from 'vitest'
import { complaint } from '../__fixtures__/complaint.ts'
import { configFiles, oneTest } from '../__fixtures__/config-files.ts'
import { run } from '../__fixtures__/promptfoo-run.ts'

describe('who judges', () => {
  const config = `defaultTest:\n  options: { provider: openai:of-default }\ntests:
  - vars: { context: A. }
    assert: [{ type: context-recall, threshold: 0, value: "B b." }]
  - vars: { context: A. }
    options: { provider: 'openai:chat:of-test' }
    assert:
      - { type: context-recall, threshold: 0, value: "B b." }
      - { type: context-recall, threshold: 0, value: "C c.", provider: { id: 'anthropic:messages:of-assertion', config: { temperature: 0, nonsense: 1 } } }
`
  const judges = (results: Awaited<ReturnType<typeof run>>['results']) =>
    results.map(({ scores }) => Object.values(scores).map(({ signature }) => /judge:([^|]+)/.exec(signature)?.[1]))

  it('the assertion before the test before defaultTest, and each score says who', async () => {
    const { results, notes } = await run(configFiles(config))
    expect(judges(results)).toEqual([['openai%3Aof-default'], ['openai%3Aof-test', 'anthropic%3Aof-assertion']])
    expect(notes).toEqual(['promptfooconfig.yaml:10: the option "nonsense" of the provider anthropic:messages:of-assertion is not read'])
  })

  it('and one that is given before all of them, whatever providers the file names', async () => {
    const { results } = await run(configFiles(config.replace('openai:of-default', 'bedrock:of-nowhere')), { judge: lexicalScreen() })
    expect(judges(results)).toEqual([['lexical@1'], ['lexical@1', 'lexical@1']])
  })

  it('one that is not ours is refused with its line', async () => {
    expect(await complaint(run(configFiles(config.replace('openai:of-default', 'bedrock:x'))))).toMatch(
      /^promptfooconfig\.yaml:2: defaultTest\.options\.provider: The provider cannot be used: "bedrock:x" is not a model.*There are: openai, anthropic, ollama, azure/,
    )
  })

  it('without a grader and without a key it says what to name', async () => {
    const unnamed = `providers: [openai:gpt-4]\n${oneTest('- { type: context-recall, threshold: 0.9, value: "The gate closes at ten." }')}`
    expect(await complaint(run(configFiles(unnamed), { environment: {} }))).toMatch(/needs a grader\. .*--judge openai:gpt-5-mini/)
    expect([...(await run(configFiles(unnamed), { environment: { ANTHROPIC_API_KEY: 'k' } })).made.keys()]).toEqual([
      'anthropic:claude-sonnet-5-5',
    ])
  })
})
