import { AgentCard, type Message, type Part, Role, TaskState } from '@a2a-js/sdk'
import { RequestMalformedError, TaskNotFoundError, UnsupportedOperationError } from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import { limits } from '../../../../shared/common/limits.ts'
import type { Caller, Doors } from '../../../domain/doors/doors.ts'
import { noExtendedCard, noPushNotifications } from './agent-handler.ts'
import { readMessage } from './read-message.ts'
import { textPart } from './task-shapes.ts'

/** The number of agents in an answer. */
const FOUND = 10

/**
 * Answers the operations of A2A for the place itself, which finds agents. It answers at once with a message, so it has
 * no tasks.
 */
export function createPlaceHandler(request: {
  doors: Pick<Doors, 'listAgents'>
  caller: Caller | null
  card: object
  origin: string
  newId: () => string
}): A2ARequestHandler {
  const { doors, caller, origin } = request

  async function find(params: Parameters<A2ARequestHandler['sendMessage']>[0]): Promise<Message> {
    const { message, text, mediaType } = readMessage(params)
    if (message.taskId !== '') throw new TaskNotFoundError('There is no such task.')
    const found = await doors.listAgents(caller, { query: text.slice(0, limits.searchQuery), limit: FOUND })
    const { agents } = found.agents.length > 0 ? found : await doors.listAgents(caller, { limit: FOUND })
    const listed = agents.map(({ id, name, description }) => ({
      id,
      name,
      description,
      card: `${origin}/a2a/${id}/.well-known/agent-card.json`,
    }))
    const lines = listed.map(({ name, description, card }) => `- ${name}: ${description} (${card})`)
    const begin = found.agents.length > 0 ? 'These agents fit:' : 'No agent has these words. These are here:'
    return {
      messageId: request.newId(),
      contextId: message.contextId || request.newId(),
      taskId: '',
      role: Role.ROLE_AGENT,
      parts: [
        textPart(
          listed.length === 0 ? 'There are no agents here yet.' : [begin, ...lines].join('\n'),
          mediaType,
        ),
        dataPart({ agents: listed }),
      ],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    }
  }

  const noTask = async (id: string): Promise<never> => {
    if (id.trim() === '') throw new RequestMalformedError('The id of a task is required.')
    throw new TaskNotFoundError('There is no such task: agents have tasks, the place has none.')
  }

  return {
    sendMessage: find,
    async *sendMessageStream(params) {
      yield { payload: { $case: 'message', value: await find(params) } }
    },
    getTask: ({ id }) => noTask(id),
    cancelTask: ({ id }) => noTask(id),
    // biome-ignore lint/correctness/useYield: the protocol wants a stream, and this one only refuses.
    async *resubscribe({ id }) {
      await noTask(id)
    },
    async listTasks({ pageSize = 50, status }) {
      if (pageSize < 1 || pageSize > 100) throw new RequestMalformedError('pageSize must be 1 to 100.')
      if (status === TaskState.UNRECOGNIZED) throw new UnsupportedOperationError('There is no such state.')
      return { tasks: [], nextPageToken: '', pageSize, totalSize: 0 }
    },
    getAgentCard: async () => AgentCard.fromJSON(request.card),
    getAuthenticatedExtendedAgentCard: noExtendedCard,
    createTaskPushNotificationConfig: noPushNotifications,
    getTaskPushNotificationConfig: noPushNotifications,
    listTaskPushNotificationConfigs: noPushNotifications,
    deleteTaskPushNotificationConfig: noPushNotifications,
  }
}

const dataPart = (value: unknown): Part => ({
  content: { $case: 'data', value },
  mediaType: 'application/json',
  metadata: undefined,
  filename: '',
})
