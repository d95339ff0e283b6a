import assert from 'node:assert/strict'
import type { LLMAdapter } from '@assay/core'
import type { ConformanceCheck } from '../conformance-check.ts'
import { assertJson, deepFrozen, isDeepFrozen } from '../json-value.ts'
import { type AdapterPlace, type Bench, smallCall } from './llm-adapter-subject.ts'
import { API_KEY } from './on-stage.ts'

const OUTPUT_MODES = ['native', 'tool', 'prompt']
const FINISH_REASONS = ['stop', 'length', 'refusal', 'content_filter', 'error', 'other']

/** Checks of an adapter's properties, before any call. */
export function identityChecks(bench: Bench): ConformanceCheck[] {
  const place: AdapterPlace = { url: 'http://127.0.0.1:9', apiKey: API_KEY, modelId: bench.modelId }
  return [
    {
      name: 'has version, provider, model and capabilities',
      async run() {
        const { specificationVersion, provider, modelId, capabilities } = bench.create(place)
        assert.equal(specificationVersion, 'v1')
        assert.ok(typeof provider === 'string' && provider !== '', 'provider must be a name')
        assert.ok(typeof modelId === 'string' && modelId !== '', 'modelId must be a name')
        assert.ok(OUTPUT_MODES.includes(capabilities.structuredOutput), `structuredOutput must be one of ${OUTPUT_MODES.join(', ')}`)
        assert.equal(typeof capabilities.temperature, 'boolean')
        assert.equal(typeof capabilities.seed, 'boolean')
      },
    },
    {
      name: 'has a fingerprint that is JSON, frozen, and the same for the same adapter',
      async run() {
        const { fingerprint } = bench.create(place)
        assertJson(fingerprint, 'the fingerprint')
        assert.ok(isDeepFrozen(fingerprint), 'the fingerprint must be frozen, whatever stands in it too')
        assert.deepEqual(bench.create(place).fingerprint, fingerprint)
      },
    },
    ...bench.variants.map((variant, index): ConformanceCheck => ({
      name: `parameters[${index}] change the fingerprint`,
      run: async () => assertOther(variant(place), bench.create(place), 'parameters that change replies'),
    })),
  ]
}

/** Checks of any reply. */
export function anyReplyChecks(bench: Bench): ConformanceCheck[] {
  return [
    {
      name: 'does not change the call, and returns a complete reply, which is JSON',
      async run() {
        const { url, apiKey } = { url: 'http://127.0.0.1:9', apiKey: API_KEY }
        const adapter = bench.create({ url, apiKey, modelId: bench.modelId })
        const { text, finishReason, usage, ...rest } = await adapter.doGenerate(deepFrozen(structuredClone(smallCall)))
        assert.equal(typeof text, 'string')
        assert.ok(FINISH_REASONS.includes(finishReason), `finishReason must be one of ${FINISH_REASONS.join(', ')}`)
        assert.equal(usage.calls, 1)
        assertJson({ text, finishReason, usage, ...rest }, 'the reply')
      },
    },
  ]
}

/** Checks of which connection settings a fingerprint contains. */
export function placeChecks(bench: Bench): ConformanceCheck[] {
  const place: AdapterPlace = { url: 'http://127.0.0.1:9', apiKey: API_KEY, modelId: bench.modelId }
  return [
    {
      name: 'another model or address changes the fingerprint, another key does not',
      async run() {
        const adapter = bench.create(place)
        assertOther(bench.create({ ...place, modelId: `${bench.modelId}-2` }), adapter, 'another model')
        assertOther(bench.create({ ...place, url: 'http://127.0.0.1:10' }), adapter, 'another address')
        assert.deepEqual(bench.create({ ...place, apiKey: 'another-5e884898da28' }).fingerprint, adapter.fingerprint)
        assert.equal(adapter.modelId, bench.modelId)
      },
    },
    {
      name: 'has no readable secret: neither the key nor credentials in the address',
      async run() {
        assert.ok(!JSON.stringify(bench.create(place)).includes(API_KEY), 'the adapter as JSON must not hold the key')
        const secret = 'in-the-address-19581e27de7c'
        let shown: string
        try {
          const { fingerprint } = bench.create({ ...place, url: `http://user:${secret}@127.0.0.1:9`, apiKey: undefined })
          shown = JSON.stringify(fingerprint)
        } catch (error) {
          // An adapter may refuse such an address, if the error does not repeat it.
          shown = String(error)
        }
        assert.ok(!shown.includes(secret), `a password in the address must be shown nowhere, and stands in ${shown}`)
      },
    },
  ]
}

function assertOther(adapter: LLMAdapter, than: LLMAdapter, what: string): void {
  assert.notDeepEqual(adapter.fingerprint, than.fingerprint, `${what} must give another fingerprint`)
}
