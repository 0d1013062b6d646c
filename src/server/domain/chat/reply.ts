import { EMPTY_REPLY, type Engine, FAILED_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import type { GrowthEvent } from '../../../shared/chat/parts.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { FailureReason } from '../../../shared/figures.ts'
import type { Logger } from '../../base/log.ts'
import { ModelError } from '../../llm/model-error.ts'
import type { ModelEvent, ModelProvider } from '../../llm/provider.ts'
import { SAMPLING } from '../../llm/settings/model-settings.ts'
import { failureReason } from '../figures/failure-reason.ts'
import { keepReasoning } from './keep-reasoning.ts'
import { plainWords } from './plain-words.ts'
import { buildPrompt, type ReplyRequest } from './prompt.ts'
import type { Window } from './window.ts'

export interface ReplyParts {
  engine: Engine
  ask: ModelProvider
  /** The window of the model, in tokens. */
  windowTokens: number
  requestId: string
  /** Writes with the request's id. */
  log: Logger
  /** Somebody stopped it: the model is let go at once. */
  stopped: AbortSignal
  /** The server lets go: the model is let go at once. */
  shutdown: AbortSignal
  /** Hears why it fails, before it does: its events, which go to browsers, don't say that. */
  because?: ((why: FailureReason) => void) | undefined
  /** The most that it may say, in UTF-16 units; the longest turn that a later request can carry where nothing is said. */
  longest?: number
}

/** What is kept free for the reply. */
export function replyWindow(tokens: number): Window {
  return { tokens, replyTokens: SAMPLING.max_tokens }
}

/**
 * One reply as its events: `started`, its parts as they grow, and one end. It never throws: a failure is an event, and
 * its typed cause is in the log as 'Error generating response' (section 8).
 * A reply ends at `longest`, whatever the model still had to say.
 */
export async function* reply(request: ReplyRequest, parts: ReplyParts): AsyncGenerator<ReplyEvent> {
  const { engine, ask, requestId, log, stopped, shutdown, longest = limits.chatHistoryTurn } = parts
  const enough = new AbortController()
  const signal = AbortSignal.any([stopped, shutdown, enough.signal])
  const plain = plainWords()
  const kept = keepReasoning()
  const grow = growth()
  /** How much of the text was said, in UTF-16 units. */
  let length = 0
  let blank = ''
  let end: 'stop' | 'length' | undefined
  let failure: unknown

  /** White space is no word yet: the reader keeps waiting, and alone it is an empty reply. */
  const words = (text: string): ReplyEvent | null => {
    const heard = length > 0 ? text : blank + text
    const said = cut(heard, longest - length)
    if (said.length < heard.length) {
      end = 'length'
      enough.abort()
    }
    if (length === 0 && said.trim() === '') {
      blank = heard
      return null
    }
    length += said.length
    return grow('words', said)
  }

  const take = (event: ModelEvent): ReplyEvent | null => {
    switch (event.type) {
      case 'words':
        return words(plain.take(event.text))
      case 'reasoning':
        return grow('reasoning', kept(event.text))
      case 'end': {
        const rest = words(plain.rest())
        end ??= event.reason
        return rest
      }
      default:
        return event satisfies never
    }
  }

  const { messages, forgotten } = buildPrompt(request, replyWindow(parts.windowTokens))
  const { agent, said: plainText, post, turn } = request
  const asked = { agent, messages, said: plainText, post, turn }
  yield { type: 'started', requestId, engine, forgotten }
  try {
    for await (const event of ask(asked, signal)) {
      const grown = take(event)
      if (grown) yield grown
      if (end) break
    }
    end ??= signal.aborted ? undefined : 'stop'
  } catch (error) {
    failure = error
  }

  if (stopped.aborted) yield { type: 'stopped' }
  else if (end) {
    const apology = length === 0 ? grow('words', EMPTY_REPLY) : null
    if (apology) yield apology
    yield { type: 'finished', reason: end }
  } else if (shutdown.aborted) {
    yield { type: 'interrupted' }
  } else {
    log.error({ err: failure, failure: FAILED_REPLY }, 'Error generating response')
    parts.because?.(failureReason(failure))
    const retryAfter = failure instanceof ModelError ? failure.retryAfter : undefined
    yield {
      type: 'failed',
      message: FAILED_REPLY,
      requestId,
      ...(retryAfter !== undefined && { retryAfter }),
    }
  }
}

/** Makes events of what a reply grows by, each with its place in the reply's log; null for nothing. */
function growth() {
  let at = 0
  let count = 0
  let last: GrowthEvent['type'] | undefined
  return (type: GrowthEvent['type'], text: string): GrowthEvent | null => {
    if (text === '') return null
    // A last part is left for the words.
    if (type !== last && type !== 'words' && count >= limits.replyParts - 1) return null
    if (type !== last) count++
    last = type
    at += text.length
    return { type, at: at - text.length, text }
  }
}

/** The beginning of a text in at most so many UTF-16 units, no character torn in two. */
function cut(text: string, units: number): string {
  if (text.length <= units) return text
  const torn = units > 0 && /[\ud800-\udbff]/.test(text.charAt(units - 1))
  return text.slice(0, torn ? units - 1 : units)
}
