import type { GivenUp, LLMAdapter, LLMCall, LLMMessage, OutputMode } from '../llm-adapter.ts'
import { estimateCallTokens } from '../token-estimate.ts'

/** Parts of a call that a server may refuse and that can be dropped, in the order in which they are tried. */
const PARTS = ['output', 'maxOutputTokens', 'temperature', 'seed', 'system'] as const
export type Part = (typeof PARTS)[number]

export type Adapted = {
  readonly call: LLMCall
  /** One sentence for each change, with the option that avoids the refused request. */
  readonly warnings: readonly string[]
  readonly givenUp: GivenUp
}

/** Adapts a call to what its adapter declares, and drops the parts that its server was found to refuse. */
export function adaptCall(adapter: LLMAdapter, requested: LLMCall, refused: GivenUp): Adapted {
  const warnings: string[] = []
  const givenUp: { -readonly [Name in Part]?: GivenUp[Name] } = {}
  let call = withinCapabilities(adapter, requested)
  const warn = (what: string, instead: string, option: string): void => {
    const model = `${adapter.provider}:${adapter.modelId}`
    warnings.push(`${model} refused ${what}; ${instead}. \`capabilities: { ${option} }\` avoids the refused request.`)
  }
  if (refused.output === true && call.output !== undefined && outputMode(adapter, call) !== 'prompt') {
    warn(`the output mode "${outputMode(adapter, call)}"`, '"prompt" was used', 'structuredOutput: "prompt"')
    call = { ...call, output: { ...call.output, mode: 'prompt' } }
    givenUp.output = true
  }
  const limited = withLimit(adapter, call, refused.maxOutputTokens)
  if (limited !== call) {
    const most = limited.maxOutputTokens
    if (most === undefined) warn('a limit of output tokens', 'none was sent', 'outputLimit: false')
    else warn(`more than ${most} output tokens`, 'so many were allowed', `outputLimit: ${most}`)
    call = limited
    givenUp.maxOutputTokens = most ?? 'none'
  }
  for (const name of ['temperature', 'seed'] as const) {
    if (refused[name] !== true || !isDroppable(adapter, call, name)) continue
    const { [name]: _refused, ...rest } = call
    warn(name, 'it was left out', `${name}: false`)
    call = rest
    givenUp[name] = true
  }
  if (refused.system === true && hasSystem(call)) {
    warn('the system role', 'its text was sent before the first question', 'systemRole: false')
    call = withoutSystem(call)
    givenUp.system = true
  }
  return { call, warnings, givenUp }
}

/** Parts of a call that may be dropped: none that the user chose. */
export function partsOf(adapter: LLMAdapter, call: LLMCall): Part[] {
  const has: Readonly<Record<Part, boolean>> = {
    output: call.output !== undefined && outputMode(adapter, call) !== 'prompt',
    maxOutputTokens: !isLimitSet(adapter) && (call.maxOutputTokens !== undefined || adapter.capabilities.needsOutputLimit === true),
    temperature: isDroppable(adapter, call, 'temperature'),
    seed: isDroppable(adapter, call, 'seed'),
    system: hasSystem(call) && call.messages.some(({ role }) => role === 'user'),
  }
  return PARTS.filter((part) => has[part])
}

/** Names a combination of parameters: a server that accepts one combination may refuse another. */
export function combinationOf(adapter: LLMAdapter, call: LLMCall): string {
  const { output, maxOutputTokens, temperature, seed } = call
  const sent = [maxOutputTokens !== undefined, temperature !== undefined, seed !== undefined, hasSystem(call)].map(Number).join('')
  return output === undefined ? `text ${sent}` : `${outputMode(adapter, call)} ${output.name} ${sent}`
}

function withinCapabilities(adapter: LLMAdapter, requested: LLMCall): LLMCall {
  const { systemRole, outputLimit, contextWindow } = adapter.capabilities
  const call = systemRole === false && hasSystem(requested) ? withoutSystem(requested) : requested
  const limited = withLimit(adapter, call, outputLimit === false ? 'none' : outputLimit)
  if (contextWindow === undefined || limited.maxOutputTokens === undefined) return limited
  // A server refuses a limit that leaves the prompt no room.
  return withLimit(adapter, limited, Math.max(1, contextWindow - estimateCallTokens(limited)))
}

/** The same call if its limit is the user's, or is not above the largest. */
function withLimit(adapter: LLMAdapter, call: LLMCall, largest: number | 'none' | undefined): LLMCall {
  const { maxOutputTokens, ...rest } = call
  if (largest === undefined || isLimitSet(adapter)) return call
  if (largest === 'none') return maxOutputTokens === undefined || adapter.capabilities.needsOutputLimit === true ? call : rest
  const isBelow = maxOutputTokens === undefined ? adapter.capabilities.needsOutputLimit !== true : maxOutputTokens <= largest
  return isBelow ? call : { ...rest, maxOutputTokens: largest }
}

function isLimitSet({ fingerprint }: LLMAdapter): boolean {
  return fingerprint['maxOutputTokens'] !== undefined
}

function outputMode(adapter: LLMAdapter, call: LLMCall): OutputMode {
  return call.output?.mode ?? adapter.capabilities.structuredOutput
}

/** A value set on the adapter overrides the call and is part of the fingerprint: it is the user's. */
function isDroppable({ fingerprint }: LLMAdapter, call: LLMCall, name: 'temperature' | 'seed'): boolean {
  return call[name] !== undefined && fingerprint[name] === undefined && (call.droppable?.includes(name) ?? false)
}

function hasSystem({ messages }: LLMCall): boolean {
  return messages.some(({ role }) => role === 'system')
}

function withoutSystem(call: LLMCall): LLMCall {
  const system = call.messages.flatMap(({ role, parts }) => (role === 'system' ? parts.map(({ text }) => ({ text: `${text}\n\n` })) : []))
  const others = call.messages.filter(({ role }) => role !== 'system')
  const first = others.findIndex(({ role }) => role === 'user')
  const messages = others.map((message, at): LLMMessage =>
    at === first ? { role: message.role, parts: [...system, ...message.parts] } : message,
  )
  return { ...call, messages }
}
