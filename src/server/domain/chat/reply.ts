import type { FailureReason } from '../../../shared/analytics.ts'
import { EMPTY_REPLY, type Engine, FAILED_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import type { PartEvent, ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { Logger } from '../../base/log.ts'
import { ModelError } from '../../llm/model-error.ts'
import type { ModelEvent, ModelMessage, ModelProvider, TokenUsage, ToolCall } from '../../llm/provider.ts'
import { SAMPLING } from '../../llm/settings/model-settings.ts'
import { failureReason } from '../analytics/failure-reason.ts'
import { buildPrompt, type ReplyRequest } from './prompt.ts'
import { findMaterials, type MaterialFinders } from './reply-materials.ts'
import { ReplyText } from './reply-text.ts'
import { tokensOf, type Window } from './window.ts'
import { PartWriter } from './write-parts.ts'

/** What is known of a reply beside its events. It is filled in while the reply is generated. */
export interface ReplyAside {
  promptTokens?: number
  /** The model server's own figures, if it sends any. */
  usage?: TokenUsage
  calls?: readonly ToolCall[]
}

/**
 * Goes on after an answer of the model that asked for `calls`, and yields the events of the parts that `writer` adds.
 * @returns what the model is told besides when it is asked again; null if the reply is over
 */
export type GoOn = (step: {
  writer: PartWriter
  calls: readonly ToolCall[]
}) => AsyncGenerator<PartEvent, readonly ModelMessage[] | null>

/** The most answers of a model in one reply. */
const MOST_STEPS = 6

export interface ReplyParts extends MaterialFinders {
  engine: Engine
  ask: ModelProvider
  windowTokens: number
  requestId: string
  /** Includes the request's id. */
  log: Logger
  /** Aborts when a person stops the reply. The request to the model is cancelled at once. */
  stopped: AbortSignal
  /** Aborts when the server shuts down. The request to the model is cancelled at once. */
  shutdown: AbortSignal
  /** Called before the failure's event, which goes to browsers and does not contain the reason. */
  because?: ((why: FailureReason) => void) | undefined
  aside?: ReplyAside | undefined
  /** The maximum length in UTF-16 units; by default the longest turn that a later request can contain. */
  longest?: number
  begun?: readonly ReplyPart[] | undefined
  /** Decides whether the model is asked again in the same reply; without it, it is asked once. */
  goOn?: GoOn | undefined
}

export function replyWindow(tokens: number): Window {
  return { tokens, replyTokens: SAMPLING.max_tokens }
}

/** Told before the agent's text if its model can't see the pictures. */
export const UNSEEN = 'This model doesn’t see pictures, so this reply is made without them.\n\n'

/**
 * Yields `started`, an empty `sources` if it may cite any, its parts as they grow with what they cite, and one end. It
 * never throws: a failure is an event, and its cause is logged as 'Error generating response' (section 8).
 */
export async function* reply(request: ReplyRequest, parts: ReplyParts): AsyncGenerator<ReplyEvent> {
  const { engine, requestId, stopped, shutdown, longest = limits.chatHistoryTurn, goOn } = parts
  const { aside = {} } = parts
  const enough = new AbortController()
  const signal = AbortSignal.any([stopped, shutdown, enough.signal])
  const window = replyWindow(parts.windowTokens)
  const materials = await findMaterials(request, parts, window, signal)
  const { note, pictures, sources, lore } = materials
  const prompt = buildPrompt(request, window, {
    sources,
    pictures,
    ...(lore && { lore }),
  })
  let messages: readonly ModelMessage[] = prompt.messages
  if (parts.aside) aside.promptTokens = messages.reduce((sum, message) => sum + tokensOf(message), 0)
  yield { type: 'started', requestId, engine, forgotten: prompt.forgotten }

  const writer = new PartWriter(parts.begun)
  const { mostWords = Number.POSITIVE_INFINITY, stop = [] } = request
  const text = new ReplyText(writer, { sources, longest: longest - note.length, mostWords, stop })
  if (sources.length > 0) yield text.mayCite()
  yield* text.remark(note)
  let { failure } = materials
  try {
    for (let step = 1; !failure; step++) {
      const asked = parts.ask({ ...wanted(request), messages, sources }, signal)
      for await (const event of asked) {
        // A loop, since `yield*` in an async generator takes several turns of the microtask queue for each item.
        for (const part of hear(event, text, { request, aside })) yield part
        if (text.isFull) enough.abort()
        if (text.end) break
      }
      text.end ??= signal.aborted ? undefined : 'stop'
      if (!text.mayGoOn || !goOn || step === MOST_STEPS) break
      yield* text.flush()
      text.end = undefined
      const more = yield* goOn({ writer, calls: aside.calls ?? [] })
      if (signal.aborted) break
      if (!more) {
        text.end = 'stop'
        break
      }
      messages = [...messages, ...more]
    }
  } catch (error) {
    failure = error
  }
  yield* text.flush()
  if (text.end && !stopped.aborted && !text.hasSaid && !aside.calls && !text.found)
    yield* text.remark(EMPTY_REPLY)
  yield endEvent(parts, text.end, failure)
}

function wanted({ agent, text, said = text, post, turn, offered, maxTokens, stop }: ReplyRequest) {
  return { agent, said, post, turn, offered, maxTokens, stop }
}

/** Takes in what a model sends, and returns what is to be passed on of it. */
function hear(
  event: ModelEvent,
  text: ReplyText,
  { request, aside }: { request: ReplyRequest; aside: ReplyAside },
): PartEvent[] {
  switch (event.type) {
    case 'words':
      return text.take(event.text)
    case 'unseen':
      return text.remark(UNSEEN)
    case 'reasoning':
      return text.think(event.text)
    case 'calls':
      // A call that nobody offered a tool for is not an answer.
      if (request.offered) aside.calls = event.calls
      return []
    case 'end':
      if (event.usage) aside.usage = sumOf(aside.usage, event.usage)
      return text.finish(event.reason)
    default:
      return event satisfies never
  }
}

function sumOf(before: TokenUsage | undefined, more: TokenUsage): TokenUsage {
  if (!before) return more
  return { prompt: before.prompt + more.prompt, completion: before.completion + more.completion }
}

function endEvent(
  { stopped, shutdown, log, because, requestId }: ReplyParts,
  end: 'stop' | 'length' | undefined,
  failure: unknown,
): ReplyEvent {
  if (stopped.aborted) return { type: 'stopped' }
  if (end) return { type: 'finished', reason: end }
  if (shutdown.aborted) return { type: 'interrupted' }
  log.error({ err: failure, failure: FAILED_REPLY }, 'Error generating response')
  because?.(failureReason(failure))
  const retryAfter = failure instanceof ModelError ? failure.retryAfter : undefined
  return {
    type: 'failed',
    message: FAILED_REPLY,
    requestId,
    ...(retryAfter !== undefined && { retryAfter }),
  }
}
