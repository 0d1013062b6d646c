import {
  type Artifact,
  type CancelTaskRequest,
  type GetTaskRequest,
  type ListTasksRequest,
  type ListTasksResponse,
  type Message,
  type SendMessageRequest,
  type StreamResponse,
  type SubscribeToTaskRequest,
  type Task,
  TaskState,
} from '@a2a-js/sdk'
import { RequestMalformedError, TaskNotCancelableError, UnsupportedOperationError } from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { foldReply, isEnd, newReply, type Reply } from '../../../../shared/chat/messages.ts'
import { modelOf } from '../../../../shared/chat/model-ends.ts'
import { sourcesOf } from '../../../../shared/chat/parts.ts'
import type { StoredReply } from '../../../domain/doors/door-questions.ts'
import type { ReplyTask } from '../../../domain/doors/reply-tasks.ts'
import { type AgentRequest, answerNobody } from './agent-request.ts'
import { CallerTasks } from './caller-tasks.ts'
import { asProtocolError, readDecisions } from './decide-task.ts'
import { PlainHandler } from './plain-handler.ts'
import { readEnvelope, readHistoryLength, readMessage, storedId } from './read-message.ts'
import { asTask, repliesIn, replyArtifact, sourcesArtifact, statusOf } from './task-shapes.ts'

interface Asked extends StoredReply {
  shown: Shown
  task: ReplyTask
}

type Shown = Parameters<typeof asTask>[2]

/** Answers A2A for one agent and one caller. A task is a stored reply, so every server knows every task. */
export class AgentHandler extends PlainHandler implements A2ARequestHandler {
  readonly #request: AgentRequest
  /** Aborts when the key is revoked, and when the client has gone. */
  readonly #over: AbortSignal
  readonly #tasks: CallerTasks

  constructor(request: AgentRequest) {
    super(request.card)
    this.#request = request
    this.#tasks = new CallerTasks(request)
    this.#over = AbortSignal.any([request.gone, request.caller.revoked])
  }

  async sendMessage(params: SendMessageRequest): Promise<Message | Task> {
    const { caller, clock } = this.#request
    if (caller.keyId === null) return answerNobody(this.#request, params)
    const { shown, task, events } = await this.#ask(params)
    if (params.configuration?.returnImmediately)
      // A decision alone may not have its task go on.
      return asTask(shown?.asked ? task : await this.#tasks.find(task.replyId), this.#request, shown)
    let reply = blankReply(task)
    let reason: string | undefined
    for await (const event of events) {
      reply = foldReply(reply, event, clock().toISOString())
      reason = reasonOf(event)
    }
    const ended = await this.#ended(task, reply)
    return { ...asTask(ended, this.#request, shown), status: statusOf(ended, this.#request, reason) }
  }

  async *sendMessageStream(params: SendMessageRequest): AsyncGenerator<StreamResponse, void, undefined> {
    if (this.#request.caller.keyId === null) {
      // The protocol has a stream of a message consist of that alone.
      yield { payload: { $case: 'message', value: await answerNobody(this.#request, params) } }
      return
    }
    const { shown, task, events } = await this.#ask(params)
    yield* this.#stream(events, task, shown)
  }

  async getTask({ id, historyLength }: GetTaskRequest): Promise<Task> {
    const shown = { historyLength: readHistoryLength(historyLength) }
    return asTask(await this.#tasks.find(id), this.#request, shown)
  }

  async listTasks(wanted: ListTasksRequest): Promise<ListTasksResponse> {
    const { contextId, status, pageSize = 50, pageToken } = wanted
    if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 100)
      throw new RequestMalformedError('pageSize must be 1 to 100.')
    if (status === TaskState.UNRECOGNIZED) throw new RequestMalformedError('There is no such state.')
    const historyLength = readHistoryLength(wanted.historyLength)
    const conversationId = contextId === '' ? undefined : storedId(contextId)
    const query = {
      states: status === TaskState.TASK_STATE_UNSPECIFIED ? undefined : repliesIn(status),
      changedSince: readTime(wanted.statusTimestampAfter),
      cursor: pageToken === '' ? undefined : pageToken,
      limit: pageSize,
    }
    const found =
      conversationId === null
        ? { tasks: [], nextCursor: null, total: 0 }
        : await this.#tasks.list({ ...query, conversationId })
    return {
      tasks: found.tasks.map((task) => ({
        ...asTask(task, this.#request, { historyLength }),
        ...(!wanted.includeArtifacts && { artifacts: [] }),
      })),
      nextPageToken: found.nextCursor ?? '',
      pageSize,
      totalSize: found.total,
    }
  }

  async cancelTask({ id }: CancelTaskRequest): Promise<Task> {
    const { doors, caller } = this.#request
    const task = await this.#tasks.find(id)
    if (task.state === 'waiting') await doors.stop(caller, task)
    if (task.state === 'running') {
      await doors.stop(caller, task)
      // On another server it ends a moment later.
      for await (const event of await doors.follow(caller, task, this.#over)) if (isEnd(event)) break
    }
    const now = await this.#tasks.find(id)
    if (now.state !== 'stopped') throw new TaskNotCancelableError('The task was over before it was canceled.')
    return asTask(now, this.#request)
  }

  async *resubscribe({ id }: SubscribeToTaskRequest): AsyncGenerator<StreamResponse, void, undefined> {
    const { doors, caller } = this.#request
    const task = await this.#tasks.find(id)
    if (task.state === 'waiting') {
      // Nothing of it happens until somebody decides.
      yield { payload: { $case: 'task', value: asTask(task, this.#request) } }
      return
    }
    if (task.state !== 'running') throw new UnsupportedOperationError('The task is over; get it instead.')
    // Its text follows from the beginning.
    yield* this.#stream(await doors.follow(caller, task, this.#over), { ...task, text: '' })
  }

  async #ask(params: SendMessageRequest): Promise<Asked> {
    const { doors, caller, agent, requestId, log } = this.#request
    if (params.message?.taskId) return this.#decide(params)
    const { message, text, historyLength, mediaType } = readMessage(params)
    const { known, ...once } = await this.#tasks.sentBefore(message, text)
    if (known) {
      const events = await doors.follow(caller, known, this.#over)
      return { ...known, handle: null, events, task: this.#begun(known), shown: { historyLength, mediaType } }
    }
    const conversation = message.contextId === '' ? null : await this.#tasks.conversationOf(message.contextId)
    await this.#request.beforeAsking()
    const stored = await doors.askStored(caller, {
      ...{ agentId: agent.id, text, once, requestId, log, gone: this.#over },
      conversationId: conversation?.id ?? null,
      parentId: conversation?.leaf ?? null,
    })
    const { conversationId, replyId } = stored
    const task = { conversationId, replyId, messageId: message.messageId, question: text, calls: [] }
    return { ...stored, task: this.#begun(task), shown: { historyLength, mediaType, asked: message } }
  }

  /** A task at its beginning, whose events follow. */
  #begun(task: Omit<ReplyTask, 'state' | 'text' | 'sources' | 'ended' | 'changedAt'>): ReplyTask {
    const changedAt = this.#request.clock()
    return { ...task, ...{ state: 'running', text: '', sources: [], ended: null, changedAt } }
  }

  async #decide(params: SendMessageRequest): Promise<Asked> {
    const { doors, caller, requestId, log } = this.#request
    const { message, historyLength, mediaType } = readEnvelope(params)
    const found = await this.#tasks.waitingTask(message)
    const decisions = readDecisions(message, found)
    await this.#request.beforeAsking()
    const decided = await doors
      .decide(caller, found, { decisions, requestId, log, gone: this.#over })
      .catch(asProtocolError)
    return { ...decided, task: this.#begun(found), shown: { historyLength, mediaType } }
  }

  async *#stream(
    events: AsyncIterable<ReplyEvent>,
    task: ReplyTask,
    shown: Shown = {},
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const { linkTo, clock } = this.#request
    yield { payload: { $case: 'task', value: asTask(task, this.#request, shown) } }
    const ids = { taskId: task.replyId, contextId: task.conversationId, metadata: undefined }
    const update = (artifact: Artifact, append: boolean, lastChunk = false): StreamResponse => ({
      payload: { $case: 'artifactUpdate', value: { ...ids, artifact, append, lastChunk } },
    })
    let reply = blankReply(task)
    for await (const event of events) {
      const { content: before } = reply
      reply = foldReply(reply, event, clock().toISOString())
      const { content } = reply
      const added = (text: string) => replyArtifact(text, shown.mediaType)
      // What a server lost is taken back by sending the text from its beginning.
      if (!content.startsWith(before)) yield update(added(content), false)
      else if (content !== before) yield update(added(content.slice(before.length)), before !== '')
      if (!isEnd(event)) continue
      const sources = sourcesOf(reply.parts) ?? []
      if (sources.length > 0) yield update(sourcesArtifact(sources, content, linkTo), false, true)
      const status = statusOf(await this.#ended(task, reply), this.#request, reasonOf(event))
      yield { payload: { $case: 'statusUpdate', value: { ...ids, status } } }
      return
    }
  }

  /** A task whose reply has ended. It changed when its end was stored, which is the time that lists go by. */
  async #ended(task: ReplyTask, { state, content, parts }: Reply): Promise<ReplyTask> {
    const { tasks, caller, agent, clock } = this.#request
    const stored = await tasks.find(caller, agent.id, task.replyId)
    const changedAt = stored && stored.state !== 'running' ? stored.changedAt : clock()
    const ended = modelOf(parts)?.ended ?? null
    const calls = (parts ?? []).filter((part) => part.kind === 'tool')
    return { ...task, state, text: content, sources: sourcesOf(parts) ?? [], calls, ended, changedAt }
  }
}

const blankReply = ({ replyId, changedAt }: ReplyTask): Reply =>
  newReply({ id: replyId, parentId: null, number: 0, createdAt: changedAt.toISOString() })

const reasonOf = (event: ReplyEvent) => (event.type === 'failed' ? event.message : undefined)

function readTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new RequestMalformedError('statusTimestampAfter must be an ISO 8601 time.')
  return time
}
