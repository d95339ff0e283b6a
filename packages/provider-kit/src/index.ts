export { errorMessage, isErrorNamed, isRecord, shownText } from '@assay/core'
export { type BaseUrl, type BaseUrlForm, isWithin, parseBaseUrl, parseHttpUrl, withoutSlashes } from './address.ts'
export {
  calledTool,
  describeUnreadableBody,
  endedBy,
  errorEvent,
  type HeaderSource,
  parseJson,
  readApiError,
  readServerEvents,
  type ServerAnswer,
} from './body.ts'
export { asBatchFailure } from './failure/batch-failure.ts'
export {
  type Attempt,
  createFailure,
  createFailures,
  describeAnswer,
  type Failure,
  type FailureOptions,
  type Failures,
  type NextStep,
  type Refusal,
  type WireAnswer,
} from './failure/failure.ts'
export { type FailureKind, failureKind, type StatusKinds } from './failure/failure-kind.ts'
export { mentionsWord } from './failure/refused-parameter.ts'
export { readServerError, type ServerError } from './failure/server-error.ts'
export { type NetworkFailure, readNetworkFailure } from './failure/network-failure.ts'
export { patientFetch, perCall } from './fetch.ts'
export {
  type Chosen,
  chosenFor,
  createOptionChecks,
  definedOf,
  environmentVariable,
  freezeJson,
  namesOfSet,
  type OptionChecks,
  refuseBesideClient,
  textOfParts,
} from './options.ts'
export {
  headerFingerprint,
  headerLineSecrets,
  headerSecrets,
  keyOf,
  missingKey,
  secretForms,
  sendableKey,
  urlCredentials,
  type UrlCredentials,
  withoutSecrets,
} from './secrets.ts'
export { createTextCleaner, type TextCleaner } from './text-cleaner.ts'
export { embeddingUsage, tokenCount } from './usage.ts'
