import { assertionShape, unreadNames } from '../reading/config-shapes.ts'
import { type ContextPath, parseContextTransform } from './context-transform.ts'
import type { Reading } from '../reading/reading.ts'
import type { Assertion, TestCase } from './test-case.ts'

type AssertionKind = 'context-recall' | 'levenshtein' | 'similar'

/** An assertion that is ours to check. */
export type OwnAssertion = {
  readonly kind: AssertionKind
  readonly negate: boolean
  /** Whether it is about what a model answered. */
  readonly readsOutput: boolean
  readonly contextPath: ContextPath | undefined
  readonly assertion: Assertion
}

const KINDS: Readonly<Record<string, AssertionKind>> = {
  'context-recall': 'context-recall',
  levenshtein: 'levenshtein',
  similar: 'similar',
  'similar:cosine': 'similar',
}

/** The assertions of a test that are ours; every other kind is reported by its name. */
export function ownAssertions({ asserts }: Pick<TestCase, 'asserts'>, { notes }: Reading): OwnAssertion[] {
  return asserts.flatMap((assertion): OwnAssertion[] => {
    const { fields, source } = assertion
    const negate = fields.type.startsWith('not-')
    const plain = negate ? fields.type.slice('not-'.length) : fields.type
    const kind = Object.hasOwn(KINDS, plain) ? KINDS[plain] : undefined
    if (kind === undefined) {
      notes.add(`the assertion ${JSON.stringify(fields.type)} is not one that Assay checks: it is left out`, source.place(['type']))
      return []
    }
    for (const name of unreadNames(fields, assertionShape))
      notes.add(`${JSON.stringify(name)} of an assertion is not read`, source.place([name]))
    const { contextTransform } = fields
    if (contextTransform === undefined || contextTransform === null) {
      return [{ kind, negate, readsOutput: kind !== 'context-recall', contextPath: undefined, assertion }]
    }
    const contextPath = parseContextTransform(contextTransform)
    if (contextPath === undefined) {
      notes.add(
        `the contextTransform ${JSON.stringify(contextTransform)} is code, which is not run: only paths are followed, as output.context or metadata.chunks. The assertion is left out`,
        source.place(['contextTransform']),
      )
      return []
    }
    return [{ kind, negate, readsOutput: kind !== 'context-recall' || contextPath.readsOutput, contextPath, assertion }]
  })
}
