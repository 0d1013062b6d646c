import { EMPTY_REPLY, type Engine, FAILED_REPLY, type ReplyEvent } from '../../../shared/chat.ts'
import { limits } from '../../../shared/limits.ts'
import { ModelError } from '../../llm/model-error.ts'
import { SAMPLING } from '../../llm/model-settings.ts'
import type { ModelProvider } from '../../llm/provider.ts'
import type { Logger } from '../../log.ts'
import { buildMessages, type ReplyRequest } from './prompt.ts'

export interface ReplyParts {
  engine: Engine
  ask: ModelProvider
  /** The window of the model, in tokens. */
  windowTokens: number
  requestId: string
  /** Writes with the request's id. */
  log: Logger
  /** The reader stopped or went away: the model is let go at once, and nobody is left to tell. */
  stopped: AbortSignal
  /** The server is ending: the model is let go at once, and the reader is told. */
  shutdown: AbortSignal
}

/**
 * One reply as its events: `started`, words as they come, and one end; no end after `stopped`. It never throws:
 * a failure is an event, and its typed cause is in the log as 'Error generating response' (section 8).
 * A reply ends at the longest turn that a later request can carry, whatever the model still had to say.
 */
export async function* reply(request: ReplyRequest, parts: ReplyParts): AsyncGenerator<ReplyEvent> {
  const { engine, ask, requestId, log, stopped, shutdown } = parts
  const enough = new AbortController()
  const signal = AbortSignal.any([stopped, shutdown, enough.signal])
  let room: number = limits.chatHistoryTurn
  let blank = ''
  let spoke = false
  let end: 'stop' | 'length' | undefined
  let failure: unknown

  yield { type: 'started', requestId, engine }
  try {
    const window = { tokens: parts.windowTokens, replyTokens: SAMPLING.max_tokens }
    const messages = buildMessages(request, window)
    for await (const event of ask({ agent: request.agent, messages }, signal)) {
      if (event.type === 'end') {
        end = event.reason
        break
      }
      // White space is no word yet: the reader keeps waiting, and alone it is an empty reply.
      blank = spoke ? '' : blank + event.text
      const heard = spoke ? event.text : blank
      const text = cut(heard, room)
      if (text.trim() !== '') spoke = true
      if (spoke && text !== '') {
        room -= text.length
        yield { type: 'words', text }
      }
      if (text.length < heard.length) {
        end = 'length'
        enough.abort()
        break
      }
    }
    end ??= signal.aborted ? undefined : 'stop'
  } catch (error) {
    failure = error
  }

  if (stopped.aborted) return
  if (end) {
    if (!spoke) yield { type: 'words', text: EMPTY_REPLY }
    yield { type: 'finished', reason: end }
  } else if (shutdown.aborted) {
    yield { type: 'interrupted' }
  } else {
    log.error({ err: failure, failure: FAILED_REPLY }, 'Error generating response')
    const retryAfter = failure instanceof ModelError ? failure.retryAfter : undefined
    yield {
      type: 'failed',
      message: FAILED_REPLY,
      requestId,
      ...(retryAfter !== undefined && { retryAfter }),
    }
  }
}

/** The beginning of a text in at most so many UTF-16 units, no character torn in two. */
function cut(text: string, units: number): string {
  if (text.length <= units) return text
  const torn = units > 0 && /[\ud800-\udbff]/.test(text.charAt(units - 1))
  return text.slice(0, torn ? units - 1 : units)
}
