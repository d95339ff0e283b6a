import { describe, expect, test } from 'vitest'
import { otherWordings } from './__fixtures__/other-wordings.ts'
import { keepsWhatTheUserSet, type Wording } from './__fixtures__/refused-call.ts'
import { refusedRun } from './__fixtures__/refused-run.ts'
import collected from './__fixtures__/refusals.json' with { type: 'json' }

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file has this form
const wordings = collected as unknown as readonly Wording[]

/** By the part that is refused: the option that says at once what was found out. */
const OPTION: Readonly<Record<string, RegExp>> = {
  temperature: /capabilities: \{ temperature: false \}/,
  output: /capabilities: \{ structuredOutput: "prompt" \}/,
  maxOutputTokens: /capabilities: \{ outputLimit: (?:\d+|false) \}/,
  system: /capabilities: \{ systemRole: false \}/,
}

/** What a person is told to do about a refusal that stands. */
const NEXT_STEP: Readonly<Record<string, string>> = {
  'user-temperature-anthropic-range': 'Take temperature out of the options of the model.',
  'user-temperature-zai': 'Take temperature out of the options of the model.',
  'user-limit-too-low': 'Look at what the server says of `maxOutputTokens`, which is set for this model.',
  'user-seed-extra': 'Take seed out of the options of the model.',
  'user-effort-xai': 'Take `reasoningEffort` out of the options of the model.',
  'user-effort-groq': 'Take `reasoningEffort` out of the options of the model.',
  'user-thinking-gemini': 'Look at what the server says, and at `extraBody`, which sets user, extra_body.',
  'user-cache-key-nvidia': 'Take prompt_cache_key out of `extraBody`.',
  'user-store-groq': 'Take store out of `extraBody`.',
  'not-money-dashscope': 'Add credit or raise the spending limit at the provider',
  'not-content-dashscope': 'Look at the texts of this row, or name another model.',
  'not-model-bedrock-invalid': 'Check the name of the model and the base URL',
  'not-policy-openrouter': 'Check the key for',
  'not-messages-groq': 'Look at what the server says, and at `extraBody`, which sets user.',
  'not-named-zhipu': '请检查文档。 Look at what the server says, and at `extraBody`, which sets user.',
}

describe('a command whose judge refuses what Assay chose scores every row', () => {
  test.each([...wordings.filter(({ sentBy }) => sentBy === 'assay'), ...otherWordings])('$id', async (wording) => {
    const { code, shown, requests, refused } = await refusedRun([wording])
    expect({ code, shown }).toMatchObject({ code: 0, shown: expect.stringContaining('scored 2 of 2') })
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThanOrEqual(3)
    expect(requests.every((request) => keepsWhatTheUserSet(request, wording))).toBe(true)
    expect(shown).toMatch(OPTION[wording.parameter] ?? /never/)
  })
})

describe('a command whose judge refuses what the user set, or nothing that was sent, says what to do', () => {
  test.each(wordings.filter(({ sentBy }) => sentBy !== 'assay'))('$id', async (wording) => {
    const { code, shown, requests } = await refusedRun([wording])
    expect([2, 3]).toContain(code)
    expect(shown).toContain(wording.expected.kind)
    expect(shown).toContain(NEXT_STEP[wording.id] ?? 'never')
    expect(requests.every((request) => keepsWhatTheUserSet(request, wording))).toBe(true)
    // One for each row, and three to find out.
    expect(requests.length).toBeLessThanOrEqual(2 + 3)
  })
})
