import { AssayError } from '@assay/core'
import type { SkippedCheck } from '@assay/runner'
import { CannotCheck } from '../reading/cannot-check.ts'
import { assertionShape, assertSetShape, unreadNames } from '../reading/config-shapes.ts'
import type { Notes } from '../reading/notes.ts'
import type { Reading } from '../reading/reading.ts'
import type { Source } from '../reading/source.ts'
import { type Transform, transformOf } from '../reading/transform.ts'
import type { Assertion, TestCase } from '../tests/test-case.ts'
import { contextsBy } from './contexts-by.ts'
import type { AssertionKind } from './kind.ts'
import { kindOf, whyUnchecked } from './kinds.ts'

/** An assertion that is checked. */
export type OwnAssertion = {
  readonly kind: AssertionKind
  readonly negate: boolean
  /** What it needs of the target, besides what the test provides. */
  readonly needs: 'nothing' | 'metadata' | 'output'
  /** The source of its contexts, if it is not the variable `context`. */
  readonly contextTransform: Transform | undefined
  /** The transforms of the answer: of the test, then of the assertion. */
  readonly transforms: { readonly ofTest: Transform | undefined; readonly own: Transform | undefined }
  readonly assertion: Assertion
}

export type Interpreted = {
  readonly own: readonly OwnAssertion[]
  readonly skipped: readonly SkippedCheck[]
}

/** Splits the assertions of a test into checked and skipped ones. Each skipped one is added once to `notes`, with its line. */
export async function interpreted(test: TestCase, reading: Reading, notes: Notes = reading.notes): Promise<Interpreted> {
  const own: OwnAssertion[] = []
  const skipped: SkippedCheck[] = []
  for (const assertion of test.asserts) {
    const { fields, source, set } = assertion
    if (set !== undefined) reportUnread(set.fields, assertSetShape, set.source, reading)
    try {
      const found = await ownAssertion(assertion, test, reading)
      reportUnread(fields, assertionShape, source, reading)
      own.push(found)
    } catch (error) {
      skipped.push(skippedBy(error, assertion, notes))
    }
  }
  const { scoringFunction } = test
  if (scoringFunction !== undefined) {
    const name = 'assertScoringFunction'
    const error = new CannotCheck('it is code that decides over a test; here its assertions do')
    skipped.push(skippedBy(error, { fields: { type: name }, source: scoringFunction.source }, notes))
  }
  return { own, skipped }
}

type Skippable = Pick<Assertion, 'source'> & { readonly fields: { readonly type: string } }

/** The skipped check for an assertion that threw `CannotCheck`. Other errors are thrown again. */
export function skippedBy(error: unknown, { fields: { type }, source }: Skippable, notes: Notes): SkippedCheck {
  if (!(error instanceof CannotCheck)) throw error
  const place = source.place(error.path)
  notes.add(`the assertion ${JSON.stringify(type)} is skipped: ${error.message}`, place)
  const reason = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`
  return { name: type, reason, place: place.line === undefined ? place.file : `${place.file}:${place.line}` }
}

async function ownAssertion(assertion: Assertion, test: TestCase, reading: Reading): Promise<OwnAssertion> {
  const { fields } = assertion
  const negate = fields.type.startsWith('not-')
  const type = negate ? fields.type.slice('not-'.length) : fields.type
  const kind = kindOf(type)
  if (kind === undefined) throw new CannotCheck(whyUnchecked(type), ['type'])
  if (test.transformVars !== undefined) throw new CannotCheck('transformVars changes the variables of its test by code, which is not run')
  const read = (written: unknown, what: string, path: readonly string[] = []): Transform | undefined =>
    written === undefined || written === null ? undefined : transformOf(written, what, reading, path)
  const contextTransform = kind.readsContext ? read(fields.contextTransform, 'contextTransform', ['contextTransform']) : undefined
  const transforms = kind.readsOutput
    ? { ofTest: read(test.transform?.value, 'transform of its test'), own: read(fields.transform, 'transform', ['transform']) }
    : { ofTest: undefined, own: undefined }
  const readsOutput = kind.readsOutput || contextTransform?.readsOutput === true
  const needs = readsOutput
    ? 'output'
    : contextTransform !== undefined && !(await findsContexts(contextTransform, test))
      ? 'metadata'
      : 'nothing'
  return { kind, negate, needs, contextTransform, transforms, assertion }
}

/** Whether the contextTransform finds contexts in the test's own variables and metadata. */
async function findsContexts(transform: Transform, test: TestCase): Promise<boolean> {
  if (!transform.readsMetadata) return true
  try {
    await contextsBy(transform, undefined, test)
    return true
  } catch (error) {
    if (AssayError.is(error)) return false
    throw error
  }
}

function reportUnread(fields: object, shape: { readonly shape: object }, source: Source, { notes }: Reading): void {
  for (const name of unreadNames(fields, shape)) notes.add(`${JSON.stringify(name)} of an assertion is not read`, source.place([name]))
}
