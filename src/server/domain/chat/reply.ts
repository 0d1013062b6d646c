import { randomUUID } from 'node:crypto'
import type { FailureReason } from '../../../shared/analytics.ts'
import { EMPTY_REPLY, type Engine, FAILED_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { citeAsSaid, type SaidWithSources } from '../../../shared/chat/cite-as-said.ts'
import type { GrowthEvent } from '../../../shared/chat/parts.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { Logger } from '../../base/log.ts'
import { ModelError } from '../../llm/model-error.ts'
import type { ModelEvent, ModelProvider, TokenUsage, ToolCall } from '../../llm/provider.ts'
import { SAMPLING } from '../../llm/settings/model-settings.ts'
import { failureReason } from '../analytics/failure-reason.ts'
import type { ConversationFiles, Pictures } from '../knowledge/conversation-files.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { scanLore } from '../lorebook/scan-lore.ts'
import type { ScannedLore } from '../lorebook/scan-thread.ts'
import { limitWords } from '../turns/limit-words.ts'
import { keepReasoning } from './keep-reasoning.ts'
import { plainWords } from './plain-words.ts'
import { buildPrompt, loreScanOf, type ReplyRequest } from './prompt.ts'
import { sourceCharacters, sourcesThatFit } from './quote-sources.ts'
import { stopAt } from './stop-sequences.ts'
import { PICTURE_TOKENS, pictureTokens, tokensOf, type Window } from './window.ts'

/** What is known of a reply beside its events. It is filled in while the reply is generated. */
export interface ReplyAside {
  /** The estimated tokens of the prompt, once it is built. */
  promptTokens?: number
  /** The model server's own figures, if it sends any. */
  usage?: TokenUsage
  /** The calls of offered tools that the model asks for. */
  calls?: readonly ToolCall[]
}

export interface ReplyParts {
  engine: Engine
  ask: ModelProvider
  /** The window of the model, in tokens. */
  windowTokens: number
  requestId: string
  /** Finds passages in the agent's documents; without it nothing is cited. */
  findPassages?: Knowledge['findPassages'] | undefined
  /** The files of conversations; without it there are none. */
  files?: Pick<ConversationFiles, 'awaitRead' | 'readPictures'> | undefined
  /** Includes the request's id. */
  log: Logger
  /** Aborts when a person stops the reply. The request to the model is cancelled at once. */
  stopped: AbortSignal
  /** Aborts when the server shuts down. The request to the model is cancelled at once. */
  shutdown: AbortSignal
  /**
   * Is called with the reason of a failure before the failure's event, which goes to browsers and does not contain it.
   */
  because?: ((why: FailureReason) => void) | undefined
  aside?: ReplyAside | undefined
  /** The maximum length in UTF-16 units; by default the longest turn that a later request can contain. */
  longest?: number
}

/** The window with the tokens that are reserved for the reply. */
export function replyWindow(tokens: number): Window {
  return { tokens, replyTokens: SAMPLING.max_tokens }
}

/**
 * Generates the events of one reply: `started`, an empty `sources` if it may cite any, its parts as they grow with the
 * sources that they cite, and one end event. It never throws: a failure is an event, and its typed cause is logged as
 * 'Error generating response' (section 8). A reply ends at `longest`, even if the model would continue.
 */
export async function* reply(request: ReplyRequest, parts: ReplyParts): AsyncGenerator<ReplyEvent> {
  const { engine, ask, requestId, log, stopped, shutdown, longest = limits.chatHistoryTurn } = parts
  const { aside = {} } = parts
  const enough = new AbortController()
  const signal = AbortSignal.any([stopped, shutdown, enough.signal])
  const plain = plainWords()
  const stops = stopAt(request.stop ?? [])
  const withinWords = limitWords(request.mostWords ?? Number.POSITIVE_INFINITY)
  const kept = keepReasoning()
  const grow = growth()
  /** The length of the model's text so far, in UTF-16 units, and whether any of it left. */
  let length = 0
  let hasSaid = false
  let blank = ''
  let end: 'stop' | 'length' | undefined
  let failure: unknown

  /** What the person should know before the agent's text: which of their files it was made without. */
  let note = ''

  /** Leading white space is held back: the reader continues to wait, and a reply of white space alone is empty. */
  const say = ({ text, sources }: SaidWithSources): ReplyEvent[] => {
    const said = hasSaid ? text : blank + text
    hasSaid ||= said.trim() !== ''
    if (!hasSaid) {
      blank = said
      return []
    }
    return [...listed(sources.length > 0 && { type: 'sources', sources }), ...listed(grow('words', said))]
  }

  const words = (text: string): ReplyEvent[] => {
    const allowed = withinWords(text)
    const heard = cut(allowed.text, longest - note.length - length)
    if (allowed.full || heard.length < allowed.text.length) {
      end = 'length'
      enough.abort()
    }
    length += heard.length
    return say(cite.take(heard))
  }

  const hear = (text: string): ReplyEvent[] => {
    const heard = words(stops.take(text))
    if (stops.found) {
      end ??= 'stop'
      enough.abort()
    }
    return heard
  }

  const take = (event: ModelEvent): ReplyEvent[] => {
    switch (event.type) {
      case 'words':
        return hear(plain.take(event.text))
      case 'unseen':
        return listed(grow('words', UNSEEN))
      case 'reasoning':
        return listed(grow('reasoning', kept(event.text)))
      case 'calls':
        // A call that nobody offered a tool for is not an answer.
        if (request.offered) aside.calls = event.calls
        return []
      case 'end': {
        if (event.usage) aside.usage = event.usage
        const rest = words(stops.take(plain.rest()) + stops.rest())
        end ??= stops.found ? 'stop' : event.reason
        return rest
      }
      default:
        return event satisfies never
    }
  }

  const window = replyWindow(parts.windowTokens)
  let sources: CitedSource[] = []
  let pictures: Pictures = new Map()
  const lore = await findLore(request, window, log)
  try {
    note = await noteOnFiles(request, parts.files, signal)
    pictures = await findPictures(request, parts.files, window)
    sources = await findSources(request, parts.findPassages, besidePictures(window, pictures, request))
  } catch (error) {
    // Without its documents the agent would answer as if they contained nothing, so the reply fails instead.
    failure = error
    enough.abort()
  }
  const { messages, forgotten } = buildPrompt(request, window, {
    sources,
    pictures,
    ...(lore && { lore }),
  })
  if (parts.aside) aside.promptTokens = messages.reduce((sum, message) => sum + tokensOf(message), 0)
  const { agent, text, said: plainText = text, post, turn, offered, maxTokens, stop } = request
  const asked = { agent, messages, said: plainText, sources, post, turn, offered, maxTokens, stop }
  yield { type: 'started', requestId, engine, forgotten }
  const cite = citeAsSaid(sources)
  if (sources.length > 0) yield { type: 'sources', sources: [] }
  const noted = grow('words', note)
  if (noted) yield noted
  try {
    for await (const event of failure ? [] : ask(asked, signal)) {
      yield* take(event)
      if (end) break
    }
    end ??= signal.aborted ? undefined : 'stop'
  } catch (error) {
    failure = error
  }
  yield* say(cite.rest())

  if (stopped.aborted) yield { type: 'stopped' }
  else if (end) {
    const apology = !hasSaid && !aside.calls && !stops.found ? grow('words', EMPTY_REPLY) : null
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

/** Waits for the files of the conversation. Returns a paragraph about those that can't be used; empty if there are none. */
async function noteOnFiles(
  { asked }: ReplyRequest,
  files: ReplyParts['files'],
  signal: AbortSignal,
): Promise<string> {
  if (!asked?.conversation || asked.wallet === null || !files) return ''
  const { id: conversationId, questionId } = asked.conversation
  const unusable = await files.awaitRead({ conversationId, questionId, wallet: asked.wallet }, signal)
  return unusable.length === 0 ? '' : `${unusable.join(' ')}\n\n`
}

/** Told before the agent's text if its model can't see the pictures. */
export const UNSEEN = 'This model doesn’t see pictures, so this reply is made without them.\n\n'

/** The maximum number of pictures of a conversation in one prompt. */
const MOST_PICTURES = 4

/** Reads the pictures of the newest questions of the path: as many as take half of the window. */
async function findPictures(
  { asked, turns }: ReplyRequest,
  files: ReplyParts['files'],
  { tokens }: Window,
): Promise<Pictures> {
  if (!asked?.conversation || asked.wallet === null || !files) return new Map()
  const { id: conversationId, questionId } = asked.conversation
  const before = turns.flatMap(({ id, role }) => (role === 'user' && id !== undefined ? [id] : []))
  const most = Math.min(MOST_PICTURES, Math.floor(tokens / 2 / PICTURE_TOKENS))
  return files.readPictures({ conversationId, wallet: asked.wallet }, [...before, questionId], most)
}

/** The window that pictures leave for texts: those of the conversation, and those that another program sends. */
function besidePictures(
  window: Window,
  pictures: Pictures,
  { pictures: own, following = [] }: ReplyRequest,
): Window {
  const ofConversation = [...pictures.values()].map((ofQuestion) => ({ pictures: ofQuestion }))
  const tokens = pictureTokens([...ofConversation, { pictures: own }, ...following])
  return { ...window, tokens: window.tokens - tokens }
}

/** A question shorter than this may get its subject from the one before it. */
const FOLLOW_UP_CHARACTERS = 60

/**
 * Chooses what enters from the agent's lorebook; null if it has none. A book whose search takes too long is left out,
 * since its owner alone could change that, and others wait for the reply.
 */
export async function findLore(
  request: ReplyRequest,
  window: Window,
  log: Pick<Logger, 'warn'>,
): Promise<ScannedLore | null> {
  const scan = loreScanOf(request, window)
  if (!scan) return null
  const chosen = await scanLore(scan, request.seed ?? randomUUID()).catch(() => null)
  if (!chosen || chosen.slow.length > 0) log.warn('a lorebook could not be searched in time')
  return chosen
}

/** Finds the passages that a reply may cite; none if nothing is to be cited. */
async function findSources(
  { asked, turns, text, said: question = text }: ReplyRequest,
  findPassages: Knowledge['findPassages'] | undefined,
  window: Window,
): Promise<CitedSource[]> {
  if (!asked || !findPassages || question === '') return []
  const before = turns.findLast(({ role }) => role === 'user')?.content
  const isFollowUp = question.length < FOLLOW_UP_CHARACTERS
  const passages = await findPassages({
    agentId: asked.agentId,
    wallet: asked.wallet,
    conversationId: asked.conversation?.id,
    question,
    before: isFollowUp ? before : undefined,
    limitCharacters: sourceCharacters(window),
  })
  return sourcesThatFit(passages, window)
}

/** Creates growth events with their positions in the reply's log; null for an empty text. */
function growth() {
  let at = 0
  let count = 0
  let last: GrowthEvent['type'] | undefined
  return (type: GrowthEvent['type'], text: string): GrowthEvent | null => {
    if (text === '') return null
    // The last part is reserved for text.
    if (type !== last && type !== 'words' && count >= limits.replyParts - 1) return null
    if (type !== last) count++
    last = type
    at += text.length
    return { type, at: at - text.length, text }
  }
}

const listed = (event: ReplyEvent | false | null): ReplyEvent[] => (event ? [event] : [])

/** The beginning of a text of at most this many UTF-16 units, without splitting a surrogate pair. */
function cut(text: string, units: number): string {
  if (text.length <= units) return text
  const torn = units > 0 && /[\ud800-\udbff]/.test(text.charAt(units - 1))
  return text.slice(0, torn ? units - 1 : units)
}
