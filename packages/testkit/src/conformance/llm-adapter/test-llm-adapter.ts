import type { ConformanceCheck } from '../conformance-check.ts'
import { abortChecks } from './abort-checks.ts'
import { failureChecks } from './failure-checks.ts'
import { anyReplyChecks, identityChecks, placeChecks } from './identity-checks.ts'
import type { Bench, LLMAdapterSubject } from './llm-adapter-subject.ts'
import { outputModeChecks } from './output-mode-checks.ts'
import { replyChecks } from './reply-checks.ts'
import { requestChecks } from './request-checks.ts'
import { retryAfterChecks } from './retry-after-checks.ts'
import { secretChecks } from './secret-checks.ts'

/**
 * The contract of an LLMAdapter, as checks for any test runner, against a real server on the loopback interface. Checks that the protocol
 * cannot express are omitted.
 *
 * ```ts
 * for (const { name, run } of testLLMAdapter({ create, server: { start: startFakeServer, reply, error, read } })) test(name, run)
 * ```
 */
export function testLLMAdapter<Options = undefined>(subject: LLMAdapterSubject<Options>): ConformanceCheck[] {
  const { create, server, parameters = [], modelId = 'conformance-model' } = subject
  const bench: Bench = {
    modelId,
    create: (place) => create(place, undefined),
    variants: parameters.map((options) => (place) => create(place, options)),
  }
  if (server === undefined) return [...identityChecks(bench), ...anyReplyChecks(bench)]
  const served = { ...bench, server }
  return [
    ...identityChecks(bench),
    ...placeChecks(bench),
    ...requestChecks(served),
    ...outputModeChecks(served),
    ...replyChecks(served),
    ...failureChecks(served),
    ...retryAfterChecks(served),
    ...secretChecks(served),
    ...abortChecks(served),
  ]
}
