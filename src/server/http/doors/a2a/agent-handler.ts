import { AgentCard, type Message, type StreamResponse, TaskState } from '@a2a-js/sdk'
import {
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { foldReply, isEnd, newReply, type Reply } from '../../../../shared/chat/messages.ts'
import { sourcesOf } from '../../../../shared/chat/parts.ts'
import type { Logger } from '../../../base/log.ts'
import type { Caller, Doors, StoredReply } from '../../../domain/doors/doors.ts'
import type { ReplyTask, ReplyTasks } from '../../../domain/doors/reply-tasks.ts'
import type { LinkToSource } from '../../../domain/doors/source-links.ts'
import { Failure } from '../../../domain/failure.ts'
import { answerNobody } from './answer-nobody.ts'
import { type ReadMessage, readHistoryLength, readMessage, storedId } from './read-message.ts'
import { asTask, repliesIn, replyArtifact, sourcesArtifact, statusOf } from './task-shapes.ts'

/** The parts of a request to one agent. */
export interface AgentRequest {
  doors: Doors
  tasks: ReplyTasks
  caller: Caller
  agent: Agent
  linkTo: LinkToSource
  /** The agent's card, as JSON. */
  card: object
  requestId: string
  log: Logger
  /** Aborts when the client disconnects. Its reply is received to its end. */
  gone: AbortSignal
  /** @throws {Failure} if a question may not be asked now: `rate_limited`, `storage_full` */
  beforeAsking: () => Promise<void>
  clock: () => Date
}

/** A reply that a client waits for. */
interface Asked extends StoredReply {
  read: ReadMessage
  task: ReplyTask
}

/**
 * Answers the operations of A2A for one agent and one caller. A task is a stored reply, so nothing of a task is kept
 * here, and every server knows every task.
 */
export function createAgentHandler(request: AgentRequest): A2ARequestHandler {
  const { doors, tasks, caller, agent, linkTo, clock } = request

  /** Ends at once when the key is revoked, and when the client has gone. */
  const over = AbortSignal.any([request.gone, caller.revoked])

  async function ask(params: Parameters<A2ARequestHandler['sendMessage']>[0]): Promise<Asked> {
    const read = readMessage(params)
    const { message } = read
    if (message.taskId !== '') await refuseTask(message)
    const conversationId = message.contextId === '' ? null : await conversationOf(message.contextId)
    await request.beforeAsking()
    const stored = await doors.askStored(caller, {
      agentId: agent.id,
      text: read.text,
      requestId: request.requestId,
      log: request.log,
      gone: over,
      conversationId: conversationId?.id ?? null,
      parentId: conversationId?.leaf ?? null,
    })
    const task: ReplyTask = {
      conversationId: stored.conversationId,
      replyId: stored.replyId,
      questionId: message.messageId,
      question: read.text,
      state: 'running',
      text: '',
      sources: [],
      changedAt: clock(),
    }
    return { ...stored, read, task }
  }

  /** @throws {RequestMalformedError} for a context that the caller's key did not begin with this agent */
  async function conversationOf(contextId: string): Promise<{ id: string; leaf: string }> {
    const unknown = () =>
      new RequestMalformedError(
        'There is no such context. Leave contextId out to begin one; the task has its id.',
      )
    const id = storedId(contextId)
    if (id === null) throw unknown()
    try {
      return { id, leaf: await tasks.leafOf(caller, agent.id, id) }
    } catch (error) {
      throw error instanceof Failure && error.code === 'not_found' ? unknown() : error
    }
  }

  /** A task is one reply, so no message can be added to it. */
  async function refuseTask({ taskId, contextId }: Message): Promise<never> {
    const task = await find(taskId)
    if (contextId !== '' && contextId.toLowerCase() !== task.conversationId)
      throw new RequestMalformedError('The task is of another context.')
    throw new UnsupportedOperationError(
      task.state === 'running'
        ? 'The task still works. Wait for it, or cancel it, and ask again in its context.'
        : 'The task is over. Ask again in its context, without its id.',
    )
  }

  async function find(taskId: string): Promise<ReplyTask> {
    if (taskId.trim() === '') throw new RequestMalformedError('The id of a task is required.')
    const id = storedId(taskId)
    const found = id === null ? null : await tasks.find(caller, agent.id, id)
    if (!found) throw new TaskNotFoundError('There is no such task.')
    return found
  }

  /** Sends a running task, and then how it grows and ends. */
  async function* stream(
    events: AsyncIterable<ReplyEvent>,
    task: ReplyTask,
    shown: Parameters<typeof asTask>[2] = {},
  ): AsyncGenerator<StreamResponse, void, undefined> {
    yield { payload: { $case: 'task', value: asTask(task, linkTo, shown) } }
    const ids = { taskId: task.replyId, contextId: task.conversationId, metadata: undefined }
    const update = (text: string, append: boolean): StreamResponse => ({
      payload: {
        $case: 'artifactUpdate',
        value: { ...ids, artifact: replyArtifact(text, shown.mediaType), append, lastChunk: false },
      },
    })
    let reply = blankReply(task)
    for await (const event of events) {
      const { content: before } = reply
      reply = foldReply(reply, event, clock().toISOString())
      const { content } = reply
      // What a server lost is taken back by sending the text from its beginning.
      if (!content.startsWith(before)) yield update(content, false)
      else if (content !== before) yield update(content.slice(before.length), before !== '')
      if (!isEnd(event)) continue
      const sources = sourcesOf(reply.parts) ?? []
      if (sources.length > 0)
        yield {
          payload: {
            $case: 'artifactUpdate',
            value: {
              ...ids,
              artifact: sourcesArtifact(sources, reply.content, linkTo),
              append: false,
              lastChunk: true,
            },
          },
        }
      yield {
        payload: {
          $case: 'statusUpdate',
          value: { ...ids, status: statusOf(ended(task, reply), reasonOf(event)) },
        },
      }
      return
    }
  }

  const ended = (task: ReplyTask, { state, content, parts }: Reply): ReplyTask => ({
    ...task,
    state,
    text: content,
    sources: sourcesOf(parts) ?? [],
    changedAt: clock(),
  })

  return {
    async sendMessage(params) {
      if (caller.keyId === null) return answerNobody(request, params)
      const { read, task, events } = await ask(params)
      const shown = { historyLength: read.historyLength, asked: read.message, mediaType: read.mediaType }
      if (params.configuration?.returnImmediately) return asTask(task, linkTo, shown)
      let reply = blankReply(task)
      let reason: string | undefined
      for await (const event of events) {
        reply = foldReply(reply, event, clock().toISOString())
        reason = reasonOf(event)
      }
      const whole = ended(task, reply)
      return { ...asTask(whole, linkTo, shown), status: statusOf(whole, reason) }
    },

    async *sendMessageStream(params) {
      if (caller.keyId === null) {
        // The protocol has a stream of a message consist of that alone.
        yield { payload: { $case: 'message', value: await answerNobody(request, params) } }
        return
      }
      const { read, task, events } = await ask(params)
      yield* stream(events, task, {
        historyLength: read.historyLength,
        asked: read.message,
        mediaType: read.mediaType,
      })
    },

    async getTask({ id, historyLength }) {
      return asTask(await find(id), linkTo, { historyLength: readHistoryLength(historyLength) })
    },

    async listTasks({ contextId, status, pageSize = 50, pageToken, ...wanted }) {
      if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 100)
        throw new RequestMalformedError('pageSize must be 1 to 100.')
      const historyLength = readHistoryLength(wanted.historyLength)
      const conversationId = contextId === '' ? undefined : storedId(contextId)
      const found =
        conversationId === null
          ? { tasks: [], nextCursor: null, total: 0 }
          : await listed({
              conversationId,
              states: status === TaskState.TASK_STATE_UNSPECIFIED ? undefined : repliesIn(status),
              changedAfter: readTime(wanted.statusTimestampAfter),
              cursor: pageToken === '' ? undefined : pageToken,
              limit: pageSize,
            })
      return {
        tasks: found.tasks.map((task) => ({
          ...asTask(task, linkTo, { historyLength }),
          ...(!wanted.includeArtifacts && { artifacts: [] }),
        })),
        nextPageToken: found.nextCursor ?? '',
        pageSize,
        totalSize: found.total,
      }
    },

    async cancelTask({ id }) {
      const task = await find(id)
      if (task.state === 'running') {
        await doors.stop(caller, task)
        // On another server it ends a moment later.
        for await (const event of await doors.follow(caller, task, over)) if (isEnd(event)) break
      }
      const now = await find(id)
      if (now.state !== 'stopped')
        throw new TaskNotCancelableError('The task was over before it was canceled.')
      return asTask(now, linkTo)
    },

    async *resubscribe({ id }) {
      const task = await find(id)
      if (task.state !== 'running') throw new UnsupportedOperationError('The task is over; get it instead.')
      // Its text follows from the beginning.
      yield* stream(await doors.follow(caller, task, over), { ...task, text: '' })
    },

    getAgentCard: async () => AgentCard.fromJSON(request.card),
    getAuthenticatedExtendedAgentCard: noExtendedCard,
    createTaskPushNotificationConfig: noPushNotifications,
    getTaskPushNotificationConfig: noPushNotifications,
    listTaskPushNotificationConfigs: noPushNotifications,
    deleteTaskPushNotificationConfig: noPushNotifications,
  }

  async function listed(query: Parameters<ReplyTasks['list']>[2]): ReturnType<ReplyTasks['list']> {
    try {
      return await tasks.list(caller, agent.id, query)
    } catch (error) {
      if (error instanceof Failure && error.code === 'cursor_invalid')
        throw new RequestMalformedError('pageToken is not one that this list gave.')
      throw error
    }
  }
}

const blankReply = ({ replyId, changedAt }: ReplyTask): Reply =>
  newReply({ id: replyId, parentId: null, number: 0, createdAt: changedAt.toISOString() })

const reasonOf = (event: ReplyEvent) => (event.type === 'failed' ? event.message : undefined)

/** @throws {RequestMalformedError} for a text that is no time */
function readTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new RequestMalformedError('statusTimestampAfter must be an ISO 8601 time.')
  return time
}

export const noPushNotifications = async (): Promise<never> => {
  throw new PushNotificationNotSupportedError()
}

export const noExtendedCard = async (): Promise<never> => {
  throw new UnsupportedOperationError('There is no extended card.')
}
