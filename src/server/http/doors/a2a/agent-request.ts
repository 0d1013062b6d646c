import { randomUUID } from 'node:crypto'
import type { Message, SendMessageRequest } from '@a2a-js/sdk'
import { InvalidAgentResponseError, TaskNotFoundError } from '@a2a-js/sdk/errors'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { foldReply, newReply } from '../../../../shared/chat/messages.ts'
import { sourcesOf } from '../../../../shared/chat/parts.ts'
import type { Logger } from '../../../base/log.ts'
import type { Caller } from '../../../domain/doors/door-questions.ts'
import type { Doors } from '../../../domain/doors/doors.ts'
import type { ReplyTasks } from '../../../domain/doors/reply-tasks.ts'
import { takenDown } from '../../../domain/taken-down.ts'
import { readMessage } from './read-message.ts'
import { messageOfAgent, sourcesArtifact, type TaskLinks, textPart } from './task-shapes.ts'

export interface AgentRequest extends TaskLinks {
  doors: Doors
  tasks: ReplyTasks
  caller: Caller
  agent: Agent
  card: object
  requestId: string
  log: Logger
  /** Aborts when the client disconnects. Its reply is received to its end. */
  gone: AbortSignal
  /** @throws {Failure} if a question may not be asked now: `rate_limited`, `storage_full` */
  beforeAsking: () => Promise<void>
  clock: () => Date
}

const BROKEN_OFF = 'The server stopped before the answer was complete. Ask again.'

/** Answers somebody without a key with a message, because nothing of it is stored that could be a task. */
export async function answerNobody(request: AgentRequest, params: SendMessageRequest): Promise<Message> {
  const { doors, caller, agent, linkTo, requestId, log, gone } = request
  const { message, text, mediaType } = readMessage(params)
  if (message.taskId !== '')
    throw new TaskNotFoundError('There is no such task: without a key there are none.')
  await request.beforeAsking()
  const question = { agentId: agent.id, text, turns: [], requestId, log, gone }
  let reply = newReply({ id: '', parentId: null, number: 0, createdAt: '' })
  for await (const event of await doors.ask(caller, question)) {
    if (event.type === 'failed') throw new InvalidAgentResponseError(event.message)
    reply = foldReply(reply, event, '')
  }
  // A message has no state that could tell that its text is a part of the answer.
  if (reply.state === 'stopped') throw new InvalidAgentResponseError(takenDown('agent').message)
  if (reply.state !== 'finished') throw new InvalidAgentResponseError(BROKEN_OFF)
  const sources = sourcesOf(reply.parts) ?? []
  return messageOfAgent({ messageId: randomUUID(), contextId: message.contextId, taskId: '' }, [
    textPart(reply.content, mediaType),
    ...(sources.length > 0 ? sourcesArtifact(sources, reply.content, linkTo).parts : []),
  ])
}
