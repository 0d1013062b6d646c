import { randomUUID } from 'node:crypto'
import {
  type CancelTaskRequest,
  type GetTaskRequest,
  type ListTasksRequest,
  type ListTasksResponse,
  type Message,
  type SendMessageRequest,
  type StreamResponse,
  type SubscribeToTaskRequest,
  TaskState,
} from '@a2a-js/sdk'
import { RequestMalformedError, TaskNotFoundError } from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import { limits } from '../../../../shared/common/limits.ts'
import { cutText } from '../../../../shared/text/plain-text.ts'
import type { Caller } from '../../../domain/doors/door-questions.ts'
import type { Doors } from '../../../domain/doors/doors.ts'
import { PlainHandler } from './plain-handler.ts'
import { readMessage } from './read-message.ts'
import { dataPart, messageOfAgent, textPart } from './task-shapes.ts'

const FOUND = 10

interface PlaceRequest {
  doors: Pick<Doors, 'listAgents'>
  caller: Caller | null
  card: object
  origin: string
}

/** The place itself, which finds agents, answers at once with a message, so it has no tasks. */
export class PlaceHandler extends PlainHandler implements A2ARequestHandler {
  readonly #request: PlaceRequest

  constructor(request: PlaceRequest) {
    super(request.card)
    this.#request = request
  }

  async sendMessage(params: SendMessageRequest): Promise<Message> {
    const { doors, caller, origin } = this.#request
    const { message, text, mediaType } = readMessage(params)
    if (message.taskId !== '') throw new TaskNotFoundError('There is no such task.')
    const found = await doors.listAgents(caller, { query: cutText(text, limits.searchQuery), limit: FOUND })
    const { agents } = found.agents.length > 0 ? found : await doors.listAgents(caller, { limit: FOUND })
    const listed = agents.map(({ id, name, description }) => ({
      id,
      name,
      description,
      card: `${origin}/a2a/${id}/.well-known/agent-card.json`,
    }))
    const lines = listed.map(({ name, description, card }) => `- ${name}: ${description} (${card})`)
    const begin = found.agents.length > 0 ? 'These agents fit:' : 'No agent has these words. These are here:'
    const said = listed.length === 0 ? 'There are no agents here yet.' : [begin, ...lines].join('\n')
    return messageOfAgent(
      { messageId: randomUUID(), contextId: message.contextId || randomUUID(), taskId: '' },
      [textPart(said, mediaType), dataPart({ agents: listed })],
    )
  }

  async *sendMessageStream(params: SendMessageRequest): AsyncGenerator<StreamResponse, void, undefined> {
    yield { payload: { $case: 'message', value: await this.sendMessage(params) } }
  }

  getTask({ id }: GetTaskRequest): Promise<never> {
    return noTask(id)
  }

  cancelTask({ id }: CancelTaskRequest): Promise<never> {
    return noTask(id)
  }

  // biome-ignore lint/correctness/useYield: the protocol wants a stream, and this one only refuses.
  async *resubscribe({ id }: SubscribeToTaskRequest): AsyncGenerator<StreamResponse, void, undefined> {
    await noTask(id)
  }

  async listTasks({ pageSize = 50, status }: ListTasksRequest): Promise<ListTasksResponse> {
    if (pageSize < 1 || pageSize > 100) throw new RequestMalformedError('pageSize must be 1 to 100.')
    if (status === TaskState.UNRECOGNIZED) throw new RequestMalformedError('There is no such state.')
    return { tasks: [], nextPageToken: '', pageSize, totalSize: 0 }
  }
}

async function noTask(id: string): Promise<never> {
  if (id.trim() === '') throw new RequestMalformedError('The id of a task is required.')
  throw new TaskNotFoundError('There is no such task: agents have tasks, the place has none.')
}
