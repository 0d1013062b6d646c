import { ModelError } from '../../../llm/model-error.ts'
import type { InsteadReason, ModelEvent, ModelProvider, ModelRequest } from '../../../llm/provider.ts'
import { estimateTokens } from '../../estimate-tokens.ts'
import type { Attempt, Circuits } from './circuits.ts'

/** One of the models that may answer. */
export interface Candidate {
  providerId: string
  provider: string
  model: string
  windowTokens: number
  ask: ModelProvider
}

interface ChoiceOptions {
  circuits: Circuits
  first: Candidate
  /** Is asked for each reply, as it may have gone. */
  second: () => Candidate | null
  /** Called when the second is asked, with why the first does not answer. */
  onInstead: (second: Candidate, why: InsteadReason, error: unknown) => void
  /** Called when nobody answers at the first one's address. */
  onUnreachable?: (() => void) | undefined
}

/**
 * Asks the first model; where it is busy, fails or can't be reached before its first word, or was so lately, asks the second
 * one. Once a word or a thought was passed on, nothing else answers. One loop: a generator in a generator would cost each word.
 */
export function askWithSecondChoice(options: ChoiceOptions): ModelProvider {
  const { circuits, first, onInstead } = options
  return async function* ask(request, signal) {
    const second = fitting(options.second(), request)
    const begun = second ? circuits.begin(first) : circuits.observe(first)
    let now = begun || !second ? first : second
    let attempt = begun ?? circuits.observe(now)
    let instead = now === second ? circuits.whyOpen(first) : undefined
    let hasSaid = false
    if (instead) onInstead(now, instead, null)
    for (;;) {
      const mayGoOver = second !== null && now === first
      // Until the first word nobody knows that this one answers.
      const held: ModelEvent[] = []
      if (instead) yield { type: 'answering', provider: now.provider, model: now.model, instead }
      try {
        for await (const event of now.ask(request, signal)) {
          const known = event.type === 'answering' ? answeringAs(event, now, instead) : event
          if (!hasSaid && (known.type === 'unseen' || known.type === 'answering')) {
            if (mayGoOver) held.push(known)
            else yield known
            continue
          }
          if (!hasSaid) attempt.succeeded()
          hasSaid = true
          for (const before of held.splice(0)) yield before
          yield known
        }
        return
      } catch (error) {
        const why = learn(error, { attempt, hasSaid, signal, model: now, options })
        if (!why || !mayGoOver || hasSaid || signal.aborted) throw error
        onInstead(second, why, error)
        instead = why
        now = second
      } finally {
        attempt.left()
      }
      attempt = circuits.observe(now)
    }
  }
}

function answeringAs(
  event: Extract<ModelEvent, { type: 'answering' }>,
  { provider }: Candidate,
  instead: InsteadReason | undefined,
): ModelEvent {
  return { provider, ...event, ...(instead && { instead }) }
}

/** Tells the circuit of a failure. @returns why another model is to be asked; null if none is */
function learn(
  error: unknown,
  {
    attempt,
    hasSaid,
    signal,
    model,
    options,
  }: {
    attempt: Attempt
    hasSaid: boolean
    signal: AbortSignal
    model: Candidate
    options: ChoiceOptions
  },
): InsteadReason | null {
  if (signal.aborted) return null
  const why = goesOver(error)
  // It answers, so it is there: what is wrong is the request or the key.
  if (!why) attempt.succeeded()
  else {
    const failed = hasSaid ? options.circuits.observe(model) : attempt
    failed.failed(why, error instanceof ModelError ? error.retryAfter : undefined)
    if (isUnreachable(error) && model === options.first) options.onUnreachable?.()
  }
  return why
}

/** A second choice is no help where the conversation that was cut for the first is too long for it. */
function fitting(second: Candidate | null, { messages, maxTokens = 1_000 }: ModelRequest): Candidate | null {
  if (!second) return null
  const tokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), maxTokens)
  return tokens <= second.windowTokens ? second : null
}

/** Null for a failure that another model is not asked for, such as a request that is not valid or a key that is not. */
function goesOver(error: unknown): InsteadReason | null {
  if (!(error instanceof ModelError)) return 'failed'
  const { name, status, message } = error
  if (status === 429 || status === 529 || name === 'RateLimitError') return 'busy'
  if (/overloaded|over capacity|rate.?limit/i.test(message)) return 'busy'
  switch (name) {
    case 'APIConnectionError':
    case 'APIConnectionTimeoutError':
    case 'InternalServerError':
    case 'ModelAnswerBroken':
    case 'ModelAnswerMalformed':
      return 'failed'
    case 'APIError':
      return status === undefined || status >= 500 ? 'failed' : null
    case 'BadRequestError':
    case 'AuthenticationError':
    case 'PermissionDeniedError':
    case 'NotFoundError':
    case 'ConflictError':
    case 'UnprocessableEntityError':
      return null
    default:
      return name satisfies never
  }
}

const isUnreachable = (error: unknown) => error instanceof ModelError && error.name === 'APIConnectionError'
