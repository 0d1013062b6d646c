import type { Message } from '@a2a-js/sdk'
import { RequestMalformedError, TaskNotFoundError, UnsupportedOperationError } from '@a2a-js/sdk/errors'
import { idFrom } from '../../../base/id-from.ts'
import type { ReplyTask, ReplyTasks, TaskQuery } from '../../../domain/doors/reply-tasks.ts'
import { Failure } from '../../../domain/failure.ts'
import type { AgentRequest } from './agent-request.ts'
import { storedId } from './read-message.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The tasks that a caller has with one agent, and their contexts, with the protocol's errors for those that it has not. */
export class CallerTasks {
  readonly #request: Pick<AgentRequest, 'tasks' | 'caller' | 'agent' | 'clock'>

  constructor(request: Pick<AgentRequest, 'tasks' | 'caller' | 'agent' | 'clock'>) {
    this.#request = request
  }

  /** @throws {RequestMalformedError} for a context that the caller's key did not begin with this agent */
  async conversationOf(contextId: string): Promise<{ id: string; leaf: string }> {
    const { tasks, caller, agent } = this.#request
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

  /**
   * What a message became when it was sent before, today or yesterday, if it was, and the ids of what it becomes. These
   * follow from what was sent and from the day, so that a client's retry is no other question: one that sends the same id
   * days later counts anew, for another person perhaps, and so does one whose words its person has deleted.
   */
  async sentBefore({ messageId: sentAs, contextId }: Message, text: string) {
    const { caller, agent, clock } = this.#request
    const today = Math.floor(clock().getTime() / DAY_MS)
    const on = (day: number) =>
      this.#sentOn(
        [caller.keyId ?? '', agent.id, contextId.toLowerCase(), sentAs, text, String(day)],
        contextId,
      )
    const { known, ids } = await on(today)
    return { known: known ?? (await on(today - 1)).known, sentAs, ...ids }
  }

  /** The ids of what was deleted stay taken for a while, so each deletion leads to other ones. */
  async #sentOn(sent: readonly string[], contextId: string) {
    const { tasks, caller, agent } = this.#request
    for (let deletions = 0; ; deletions++) {
      const from = deletions === 0 ? sent : [...sent, String(deletions)]
      const id = (what: string) => idFrom([...from, what])
      const ids = { conversationId: id('conversation'), questionId: id('question'), replyId: id('reply') }
      const conversationId = contextId === '' ? ids.conversationId : storedId(contextId)
      if (conversationId === null) return { known: null, ids }
      const known = await tasks.find(caller, agent.id, ids.replyId, conversationId)
      // A question without words is one whose words were deleted.
      const isGone = known
        ? known.question === ''
        : contextId === '' && (await tasks.wasDeleted(conversationId))
      if (!isGone) return { known, ids }
    }
  }

  /** Finds the task that a message decides about. Nothing else can be added to a task, which is one reply. */
  async waitingTask({ taskId, contextId, parts }: Message): Promise<ReplyTask> {
    const task = await this.find(taskId)
    if (contextId !== '' && contextId.toLowerCase() !== task.conversationId)
      throw new RequestMalformedError('The task is of another context.')
    // A decision that was sent before may be repeated.
    const isRepeated = task.calls.length > 0 && parts.some(({ content }) => content?.$case === 'data')
    if (task.state === 'waiting' || isRepeated) return task
    throw new UnsupportedOperationError(
      task.state === 'running'
        ? 'The task still works. Wait for it, or cancel it, and ask again in its context.'
        : 'The task is over. Ask again in its context, without its id.',
    )
  }

  async find(taskId: string): Promise<ReplyTask> {
    const { tasks, caller, agent } = this.#request
    if (taskId.trim() === '') throw new RequestMalformedError('The id of a task is required.')
    const id = storedId(taskId)
    const found = id === null ? null : await tasks.find(caller, agent.id, id)
    if (!found) throw new TaskNotFoundError('There is no such task.')
    return found
  }

  async list(query: TaskQuery): ReturnType<ReplyTasks['list']> {
    const { tasks, caller, agent } = this.#request
    try {
      return await tasks.list(caller, agent.id, query)
    } catch (error) {
      if (error instanceof Failure && error.code === 'cursor_invalid')
        throw new RequestMalformedError('pageToken is not one that this list gave.')
      throw error
    }
  }
}
