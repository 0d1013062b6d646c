import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import * as z from 'zod/mini'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { foldReply, newReply } from '../../../../shared/chat/messages.ts'
import { sourcesOf } from '../../../../shared/chat/parts.ts'
import { claimsFor, claimsOf } from '../../../../shared/knowledge/answering-sentence.ts'
import type { CitedSource } from '../../../../shared/knowledge/cited-source.ts'
import type { Logger } from '../../../base/log.ts'
import type { Caller, StoredReply } from '../../../domain/doors/door-questions.ts'
import type { Doors } from '../../../domain/doors/doors.ts'
import type { ReplyTasks } from '../../../domain/doors/reply-tasks.ts'
import { sourceLinks } from '../../../domain/doors/source-links.ts'
import { Failure } from '../../../domain/failure.ts'

export interface AskDependencies {
  doors: Doors
  tasks: Pick<ReplyTasks, 'leafOf'>
  /** Null for nobody, who can only look for agents. */
  caller: Caller | null
  origin: string
  requestId: string
  log: Logger
  gone: AbortSignal
  /** @throws {Failure} if a question may not be asked now: `rate_limited`, `storage_full` */
  beforeAsking: (caller: Caller) => Promise<void>
}

export const answerSchema = z.object({
  /** Goes on with this conversation; null if it is not stored, because nobody's key asked. */
  conversation: z.nullable(z.string()),
  reply: z.string(),
  /** `length`: the model reached the end of what it may write. */
  end: z.enum(['finished', 'length', 'stopped', 'interrupted']),
  sources: z.array(
    z.object({
      n: z.int(),
      name: z.string(),
      page: z.nullable(z.int()),
      heading: z.nullable(z.string()),
      quote: z.string(),
      url: z.string(),
    }),
  ),
})

/**
 * Asks an agent and waits for its reply. A refusal becomes a result with an error, which the client's model can read.
 */
export async function askAgent(
  deps: AskDependencies,
  context: ServerContext,
  asked: { agentId: string; message: string; conversation?: string | undefined },
): Promise<CallToolResult> {
  try {
    return await answer(deps, context, asked)
  } catch (error) {
    if (error instanceof Failure) return failed(error.message)
    deps.log.error({ err: error }, 'a tool failed')
    return failed('Something went wrong on the server.')
  }
}

async function answer(
  deps: AskDependencies,
  context: ServerContext,
  { agentId, message, conversation }: Parameters<typeof askAgent>[2],
): Promise<CallToolResult> {
  const { caller, doors, tasks } = deps
  if (!caller) throw new Failure('key_invalid', 'Asking needs an API key.')
  await deps.beforeAsking(caller)
  const canceled = AbortSignal.any([context.mcpReq.signal, deps.gone])
  const question = {
    agentId,
    text: message,
    requestId: deps.requestId,
    log: deps.log,
    gone: AbortSignal.any([canceled, caller.revoked]),
  }
  const conversationId = conversation?.toLowerCase() ?? null
  const parentId = conversationId === null ? null : await tasks.leafOf(caller, agentId, conversationId)
  // Nobody, who can ask where the operator opened the doors, has no conversations.
  const asked =
    caller.keyId === null
      ? { conversationId: null, events: await doors.ask(caller, { ...question, turns: [] }) }
      : stoppedBy(canceled, deps, await doors.askStored(caller, { ...question, conversationId, parentId }))
  let reply = newReply({ id: '', parentId, number: 0, createdAt: '' })
  for await (const event of asked.events) {
    reply = foldReply(reply, event, '')
    if (event.type === 'failed') throw new Failure('internal_error', event.message)
    await sendProgress(context, event, reply.content.length)
  }
  if (caller.revoked.aborted) throw new Failure('key_invalid', 'The key was revoked, or has expired.')
  const linkTo = sourceLinks(deps.origin, caller.keyId)
  const claims = claimsOf(reply.content)
  const sources = (sourcesOf(reply.parts) ?? []).map((source) => ({
    ...source,
    url: linkTo(source, claimsFor(claims, source.n)),
  }))
  return {
    content: [{ type: 'text', text: reply.content }, ...sources.map(resourceLink)],
    structuredContent: {
      conversation: asked.conversationId,
      reply: reply.content,
      end: reply.cutShort ? 'length' : reply.state === 'running' ? 'stopped' : reply.state,
      sources: sources.map(({ n, name, page, heading, quote, url }) => ({
        n,
        name,
        page,
        heading,
        quote,
        url,
      })),
    } satisfies Record<keyof z.infer<typeof answerSchema>, unknown>,
  }
}

/** Stops a stored reply when its call is canceled: unlike a person, nobody would come back to read it. */
function stoppedBy(
  canceled: AbortSignal,
  { doors, caller, log }: AskDependencies,
  reply: StoredReply,
): StoredReply {
  const stop = () => {
    if (caller)
      doors
        .stop(caller, reply)
        .catch((error: unknown) => log.warn({ err: error }, 'the reply of a canceled call goes on'))
  }
  if (canceled.aborted) stop()
  else canceled.addEventListener('abort', stop, { once: true })
  return reply
}

const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })

async function sendProgress(context: ServerContext, event: ReplyEvent, progress: number): Promise<void> {
  const progressToken = context.mcpReq._meta?.progressToken
  if (progressToken === undefined || event.type !== 'words') return
  await context.mcpReq.notify({
    method: 'notifications/progress',
    params: { progressToken, progress, message: event.text },
  })
}

function resourceLink(source: CitedSource & { url: string }): CallToolResult['content'][number] {
  const place = source.page === null ? source.heading : `page ${source.page}`
  return {
    type: 'resource_link',
    uri: source.url,
    name: `[${source.n}] ${source.name}${place ? `, ${place}` : ''}`,
    description: source.quote,
    mimeType: 'text/html',
  }
}
