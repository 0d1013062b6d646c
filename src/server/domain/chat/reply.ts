import type { FailureReason } from '../../../shared/analytics.ts'
import { EMPTY_REPLY, type Engine, FAILED_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import type { PartEvent, ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { limits } from '../../../shared/common/limits.ts'
import { toolLimits } from '../../../shared/tools/tool-states.ts'
import type { Logger } from '../../base/log.ts'
import { ModelError } from '../../llm/model-error.ts'
import type {
  Carry,
  ModelEvent,
  ModelMessage,
  ModelProvider,
  OfferedTools,
  TokenUsage,
  ToolCall,
} from '../../llm/provider.ts'
import { SAMPLING } from '../../llm/settings/model-settings.ts'
import { failureReason } from '../analytics/failure-reason.ts'
import { type Chosen, STANDARD_SETTINGS } from '../models/chosen-model.ts'
import type { SpentByReply } from '../spending/spent-by-reply.ts'
import { needsHelp } from './crisis.ts'
import type { WatchModelCall } from './measure-model-calls.ts'
import { type AnsweringModel, ModelPart, sumOfUsage } from './model-part.ts'
import { type MaterialFinders, preparePrompt } from './reply-materials.ts'
import type { ReplyRequest } from './reply-request.ts'
import { ReplyText } from './reply-text.ts'
import type { NextStep, ReplyTools } from './reply-tools.ts'
import { estimatedTokens, RequestMeter } from './request-meter.ts'
import { tellContext } from './tell-context.ts'
import type { Window } from './window.ts'
import { PartWriter } from './write-parts.ts'

/** What is known of a reply beside its events. It is filled in while the reply is generated. */
export interface ReplyAside {
  promptTokens?: number
  /** The model server's own figures, if it sends any. */
  usage?: TokenUsage
  calls?: readonly ToolCall[] | undefined
  /** What the model wants back with those calls. */
  carry?: Carry | undefined
}

/** The most answers of a model in one reply. In the last one it can use no tool. */
const MOST_STEPS = toolLimits.steps

export interface ReplyParts extends MaterialFinders {
  engine: Engine
  ask: ModelProvider
  windowTokens: number
  /** What the reply says of it; absent for the offline engine. */
  model?: AnsweringModel | undefined
  settings?: Chosen['settings'] | undefined
  /** Measures each request to the model. */
  watchCall?: WatchModelCall | undefined
  /** Under which caps it is asked. */
  spent?: SpentByReply | undefined
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
  /** Without them the model is asked once. They are left out where another program brings its own. */
  tools?: ReplyTools | undefined
  /** Sentences under an answer: tools of its agent were left out, or whoever asked may be in danger of their own hand. */
  tellLeftOut?: string | undefined
  crisisRemark?: string | undefined
}

export function replyWindow({
  windowTokens: tokens,
  settings,
}: Pick<ReplyParts, 'windowTokens' | 'settings'>): Window {
  return { tokens, replyTokens: settings?.maxTokens ?? SAMPLING.max_tokens }
}

/** Told before the agent's text if its model can't see the pictures. */
export const UNSEEN = 'This model doesn’t see pictures, so this reply is made without them.\n\n'

/**
 * Yields `started`, an empty `sources` if it may cite any, its parts as they grow with what they cite, and one end. It
 * never throws: a failure is an event, and its cause is logged as 'Error generating response' (section 8).
 */
export async function* reply(request: ReplyRequest, parts: ReplyParts): AsyncGenerator<ReplyEvent> {
  const { engine, requestId, stopped, shutdown, longest = limits.chatHistoryTurn } = parts
  const tools = request.offered ? undefined : parts.tools
  const { aside = {} } = parts
  const enough = new AbortController()
  const signal = AbortSignal.any([stopped, shutdown, enough.signal])
  const window = replyWindow(parts)
  const { materials, prompt } = await preparePrompt(request, parts, window, signal)
  const { note, sources } = materials
  let messages: readonly ModelMessage[] = prompt.messages
  if (parts.aside) aside.promptTokens = estimatedTokens(messages)
  yield { type: 'started', requestId, engine, forgotten: prompt.forgotten }

  const writer = new PartWriter(parts.begun)
  const { stop = [] } = request
  const mostWords = Math.min(
    request.mostWords ?? Number.POSITIVE_INFINITY,
    parts.spent?.mostWords ?? Infinity,
  )
  const text = new ReplyText(writer, { sources, longest: longest - note.length, mostWords, stop })
  const model = parts.model && new ModelPart(writer, parts.model)
  yield* tellContext(request, { writer, prompt, window })
  if (sources.length > 0) yield* text.mayCite()
  if (!parts.begun) yield* text.remark(note)
  // What broke off within its words says them anew.
  else if (writer.parts.at(-1)?.kind === 'text') yield* text.remark('\n\n')
  let { failure } = prompt
  const tellsMemory = prompt.facts.length > 0
  let next: NextStep = { told: [] }
  try {
    if (parts.begun && tools?.resume) next = yield* tools.resume(writer, signal, tellsMemory)
    for (let step = stepsIn(writer.parts) + 1; !failure && typeof next === 'object' && next; step++) {
      messages = [...messages, ...next.told]
      const offered = request.offered ?? offeredIn(tools, step)
      const meter = new RequestMeter({
        ...{ messages, offered, model, spent: parts.spent },
        call: parts.watchCall?.(),
      })
      try {
        const asked = parts.ask({ ...wanted(request, parts), offered, messages, sources }, signal)
        for await (const event of asked) {
          // A loop, since `yield*` in an async generator takes several turns of the microtask queue for each item.
          for (const part of meter.hear(event)) yield part
          for (const part of hear(event, text, { offered, aside })) yield part
          if (text.isFull) enough.abort()
          if (text.end) break
        }
      } catch (error) {
        meter.failed(error, signal)
        throw error
      } finally {
        meter.over(signal)
      }
      text.end ??= signal.aborted ? undefined : 'stop'
      if (!text.mayGoOn || !tools || step >= MOST_STEPS || signal.aborted) break
      yield* text.flush()
      text.end = undefined
      const { calls = [], carry } = aside
      // A later answer with calls may bring nothing: what an earlier one brought is not its own.
      aside.calls = undefined
      aside.carry = undefined
      next = yield* tools.goOn({ writer, step, calls, carry, signal, tellsMemory })
      if (signal.aborted) break
      if (next === null) text.end = 'stop'
    }
  } catch (error) {
    failure = error
  }
  // Nobody outside runs the agent's own tools.
  if (tools) aside.calls = undefined
  yield* text.flush()
  if (model) yield* model.finish()
  if (text.end && !stopped.aborted) {
    if (!text.hasSaid && !aside.calls && !text.found) yield* text.remark(EMPTY_REPLY)
    if (tools?.leftOut && parts.tellLeftOut) yield* text.remark(`\n\n${parts.tellLeftOut}`)
    if (parts.crisisRemark && needsHelp(request)) yield* text.remark(`\n\n${parts.crisisRemark}`)
  }
  yield next === 'waits' && !signal.aborted ? { type: 'waiting' } : endEvent(parts, text.end, failure)
}

const stepsIn = (parts: readonly ReplyPart[]) =>
  parts.reduce((most, part) => (part.kind === 'tool' ? Math.max(most, part.step) : most), 0)

/** A dialect wants the tools described whose calls it is told of, so that in the last step they are only forbidden. */
function offeredIn(tools: ReplyTools | undefined, step: number): OfferedTools | undefined {
  if (!tools?.offered) return undefined
  return step < MOST_STEPS ? tools.offered : { ...tools.offered, choice: 'none' }
}

function wanted(
  { agent, text, said = text, post, turn, maxTokens = Infinity, stop }: ReplyRequest,
  { settings = STANDARD_SETTINGS }: ReplyParts,
) {
  const most = Math.min(maxTokens, settings.maxTokens ?? Infinity)
  return {
    ...{ agent, said, post, turn, stop },
    ...(Number.isFinite(most) && { maxTokens: most }),
    ...(settings.temperature !== null && { temperature: settings.temperature }),
    ...(settings.effort !== null && { effort: settings.effort }),
  }
}

/** Takes in what a model sends, and returns what is to be passed on of it. */
function hear(
  event: ModelEvent,
  text: ReplyText,
  { offered, aside }: { offered: OfferedTools | undefined; aside: ReplyAside },
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
      if (offered) aside.calls = event.calls
      return []
    case 'carry':
      aside.carry = event.carry
      return []
    case 'answering':
      return []
    case 'end':
      if (event.usage) aside.usage = aside.usage ? sumOfUsage(aside.usage, event.usage) : event.usage
      return text.finish(event.reason === 'length' ? 'length' : 'stop')
    default:
      return event satisfies never
  }
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
