import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { foldReply, newReply } from '../../../../shared/chat/messages.ts'
import { logLength } from '../../../../shared/chat/parts.ts'
import type { Logger } from '../../../base/log.ts'
import type { Caller, ReplyPlace } from '../../../domain/doors/door-questions.ts'
import type { Doors } from '../../../domain/doors/doors.ts'
import { isDecidable } from '../../../domain/doors/key-decisions.ts'
import type { ReplyTasks } from '../../../domain/doors/reply-tasks.ts'
import type { RequestStates } from '../../../domain/doors/request-states.ts'
import { sourceLinks } from '../../../domain/doors/source-links.ts'
import { Failure } from '../../../domain/failure.ts'
import { conversationLink, sayWaiting } from '../request/say-waiting.ts'
import { failed, resultOf } from './answer-result.ts'
import { askedDigest, decisionsOf, formsFor, showsForms, type Waiting, waitingSchema } from './elicit.ts'

export interface AskDependencies {
  doors: Doors
  tasks: Pick<ReplyTasks, 'leafOf'>
  states: RequestStates
  /** Null for nobody, who can only look for agents. */
  caller: Caller | null
  origin: string
  requestId: string
  log: Logger
  gone: AbortSignal
  /** @throws {Failure} if a question may not be asked now: `rate_limited`, `storage_full` */
  beforeAsking: (caller: Caller) => Promise<void>
}

interface AskedOf {
  agentId: string
  message: string
  conversation?: string | undefined
}

/**
 * Asks an agent and waits for its reply, or for its person. A refusal becomes a result with an error, which the client's
 * model can read.
 */
export function askAgent(
  deps: AskDependencies,
  context: ServerContext,
  asked: AskedOf,
): Promise<CallToolResult | InputRequiredResult> {
  return refusedAsResult(deps, () => answer(deps, context, asked))
}

/** What a client gets of what went wrong: a refusal's sentence, and nothing of a fault but that there was one. */
export async function refusedAsResult<Result extends InputRequiredResult = never>(
  { log }: Pick<AskDependencies, 'log'>,
  work: () => Promise<CallToolResult | Result>,
): Promise<CallToolResult | Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure) return failed(error.message)
    log.error({ err: error }, 'a tool failed')
    return failed('Something went wrong on the server.')
  }
}

/** Opens what a client kept while its person decided. @throws for what was not made here for this key */
export async function openWaiting({ caller, states }: AskDependencies, sealed: string): Promise<Waiting> {
  return waitingSchema.parse(caller && (await states.open(caller, sealed)))
}

async function answer(
  deps: AskDependencies,
  context: ServerContext,
  asked: AskedOf,
): Promise<CallToolResult | InputRequiredResult> {
  const { caller, origin } = deps
  if (!caller) throw new Failure('key_invalid', 'Asking needs an API key.')
  await deps.beforeAsking(caller)
  const canceled = AbortSignal.any([context.mcpReq.signal, deps.gone])
  const waited = context.mcpReq.requestState<Waiting>()
  if (waited && waited.asked !== askedDigest(asked))
    throw new Failure('validation_failed', 'This goes on with another question.')
  const going = waited
    ? await goOn(deps, caller, canceled, { waited, responses: context.mcpReq.inputResponses })
    : await ask(deps, caller, canceled, asked)
  let reply = newReply({ id: '', parentId: null, number: 0, createdAt: '' })
  const letGo = going.conversationId === null ? () => {} : stoppedBy(canceled, deps, going)
  try {
    for await (const event of going.events) {
      reply = foldReply(reply, event, '')
      if (event.type === 'failed') throw new Failure(event.code ?? 'internal_error', event.message)
      await sendProgress(context, event, { progress: reply.content.length, from: waited?.at ?? 0 })
    }
  } finally {
    // What waits goes on without its client.
    letGo()
  }
  if (caller.revoked.aborted) throw new Failure('key_invalid', 'The key was revoked, or has expired.')
  const calls = (reply.parts ?? []).filter((part) => part.kind === 'tool')
  if (reply.state !== 'waiting' || going.conversationId === null)
    return resultOf(reply, going.conversationId, sourceLinks(origin, caller.keyId))
  const inputRequests = formsFor(calls)
  const wasClosed = waited && !going.hasDecided
  if (showsForms(context) && !wasClosed && Object.keys(inputRequests).length > 0) {
    const { conversationId, replyId } = going
    const shown = calls.filter(({ call }) => Object.hasOwn(inputRequests, call))
    const waiting: Waiting = {
      ...{ conversationId, replyId, asked: askedDigest(asked) },
      calls: shown.map(({ call, digest }) => ({ call, digest: digest ?? '' })),
      at: logLength(reply),
    }
    return inputRequired({ inputRequests, requestState: await deps.states.seal(caller, waiting) })
  }
  const link = conversationLink(origin, { agentId: asked.agentId, conversationId: going.conversationId })
  const words = [sayWaiting(calls, link), ...(calls.every(isDecidable) ? [DECIDE + link] : [])].join('\n')
  const result = resultOf(reply, going.conversationId, sourceLinks(origin, caller.keyId))
  return { ...result, content: [...result.content, { type: 'text', text: words }] }
}

const DECIDE = 'A person decides about this in the product: '

type Going = { events: AsyncIterable<ReplyEvent>; hasDecided?: boolean } & (
  | { conversationId: string; replyId: string }
  | { conversationId: null }
)

async function ask(
  { doors, tasks, requestId, log }: AskDependencies,
  caller: Caller,
  canceled: AbortSignal,
  { agentId, message, conversation }: AskedOf,
): Promise<Going> {
  const gone = AbortSignal.any([canceled, caller.revoked])
  const question = { agentId, text: message, requestId, log, gone }
  const conversationId = conversation?.toLowerCase() ?? null
  const parentId = conversationId === null ? null : await tasks.leafOf(caller, agentId, conversationId)
  // Nobody, who can ask where the operator opened the doors, has no conversations.
  if (caller.keyId !== null) return doors.askStored(caller, { ...question, conversationId, parentId })
  return { conversationId: null, events: await doors.ask(caller, { ...question, turns: [] }) }
}

/** Passes on what a person decided; where that is nothing, the reply is read as it is. */
async function goOn(
  { doors, requestId, log }: AskDependencies,
  caller: Caller,
  canceled: AbortSignal,
  { waited, responses }: { waited: Waiting; responses: Record<string, unknown> | undefined },
): Promise<Going> {
  const gone = AbortSignal.any([canceled, caller.revoked])
  const { parts } = await doors.read(caller, waited)
  const calls = parts.filter((part) => part.kind === 'tool')
  const decisions = decisionsOf(responses, waited.calls, calls)
  const { conversationId, replyId } = waited
  if (decisions.length > 0) {
    const going = await doors.decide(caller, { conversationId, replyId }, { decisions, requestId, log, gone })
    return { ...going, hasDecided: true }
  }
  return { conversationId, replyId, events: await doors.follow(caller, waited, gone) }
}

/**
 * Stops a stored reply when its call is canceled: unlike a person, nobody would come back to read it.
 * @returns what ends that
 */
function stoppedBy(
  canceled: AbortSignal,
  { doors, caller, log }: AskDependencies,
  place: ReplyPlace,
): () => void {
  const stop = () => {
    if (caller)
      doors
        .stop(caller, place)
        .catch((error: unknown) => log.warn({ err: error }, 'the reply of a canceled call goes on'))
  }
  if (canceled.aborted) stop()
  else canceled.addEventListener('abort', stop, { once: true })
  return () => canceled.removeEventListener('abort', stop)
}

async function sendProgress(
  context: ServerContext,
  event: ReplyEvent,
  { progress, from }: { progress: number; from: number },
): Promise<void> {
  const progressToken = context.mcpReq._meta?.progressToken
  if (progressToken === undefined || event.type !== 'words' || event.at < from) return
  await context.mcpReq.notify({
    method: 'notifications/progress',
    params: { progressToken, progress, message: event.text },
  })
}
