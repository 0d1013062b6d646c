import { type Artifact, type Message, type Part, Role, type Task, TaskState } from '@a2a-js/sdk'
import type { ReplyState } from '../../../../shared/chat/messages.ts'
import { endSentences } from '../../../../shared/chat/model-ends.ts'
import { claimsFor, claimsOf } from '../../../../shared/knowledge/answering-sentence.ts'
import type { CitedSource } from '../../../../shared/knowledge/cited-source.ts'
import { AI_SOURCE } from '../../../../shared/trust/disclosure.ts'
import { isOpen } from '../../../domain/doors/key-decisions.ts'
import type { ReplyTask } from '../../../domain/doors/reply-tasks.ts'
import type { LinkToSource } from '../../../domain/doors/source-links.ts'
import { sayWaiting } from '../request/say-waiting.ts'

export interface TaskLinks {
  linkTo: LinkToSource
  /** The address at which a conversation's person decides in the product. */
  conversationAt: (conversationId: string) => string
}

const REPLY_ARTIFACT = 'reply'
const SOURCES_ARTIFACT = 'sources'

const stateOf: Record<ReplyState, TaskState> = {
  running: TaskState.TASK_STATE_WORKING,
  waiting: TaskState.TASK_STATE_INPUT_REQUIRED,
  finished: TaskState.TASK_STATE_COMPLETED,
  stopped: TaskState.TASK_STATE_CANCELED,
  interrupted: TaskState.TASK_STATE_FAILED,
  failed: TaskState.TASK_STATE_FAILED,
}

/** The states of replies that tasks of a state have; empty for a state that no task of ours has. */
export const repliesIn = (state: TaskState): ReplyState[] =>
  (Object.keys(stateOf) as ReplyState[]).filter((reply) => stateOf[reply] === state)

/** Why a task failed, for those whose reason is not known any more. */
const reasons: Partial<Record<ReplyState, string>> = {
  interrupted: 'The server stopped before the reply was complete.',
  failed: 'No reply came. Ask again.',
}

/**
 * A stored reply as a task of A2A: its id is the reply's, its context the conversation, its history the question.
 * @param shown.asked the question as the client sent it, where it is known
 */
export function asTask(
  task: ReplyTask,
  links: TaskLinks,
  shown: {
    historyLength?: number | undefined
    asked?: Message | undefined
    mediaType?: string | undefined
  } = {},
): Task {
  const { replyId: id, conversationId: contextId } = task
  const { asked } = shown
  const ids = { messageId: task.messageId, contextId, taskId: id }
  const question = message(ids, Role.ROLE_USER, asked?.parts ?? [textPart(task.question, 'text/plain')])
  return {
    id,
    contextId,
    status: statusOf(task, links),
    artifacts: [
      ...(task.text === '' ? [] : [replyArtifact(task.text, shown.mediaType)]),
      ...(task.sources.length === 0 || task.state === 'running'
        ? []
        : [sourcesArtifact(task.sources, task.text, links.linkTo)]),
    ],
    history: shown.historyLength === 0 ? [] : [question],
    metadata: undefined,
  }
}

export function statusOf(
  task: Pick<ReplyTask, 'replyId' | 'conversationId' | 'state' | 'changedAt' | 'ended' | 'calls'>,
  { conversationAt }: TaskLinks,
  reason = reasons[task.state] ?? (task.ended ? endSentences[task.ended] : undefined),
): Task['status'] {
  const { replyId, conversationId } = task
  const ids = { messageId: `${replyId}-status`, contextId: conversationId, taskId: replyId }
  const said = reason === undefined ? null : [textPart(reason, 'text/plain')]
  const parts = waitingParts(task, conversationAt(conversationId)) ?? said
  return {
    state: stateOf[task.state],
    message: parts ? messageOfAgent(ids, parts) : undefined,
    timestamp: task.changedAt.toISOString(),
  }
}

/** What a task waits for: in words, and for each call what a decision about it names. Null for a task that does not wait. */
function waitingParts({ state, calls }: Pick<ReplyTask, 'state' | 'calls'>, link: string): Part[] | null {
  if (state !== 'waiting') return null
  return [
    textPart(sayWaiting(calls, link), 'text/plain'),
    ...calls.filter(isOpen).map(({ call, digest, title, origin, arguments: given, status }) =>
      dataPart({
        ...{ call, digest, title, origin, arguments: given },
        waitsFor: status.state === 'waiting' ? status.wait.for : 'outcome',
        ...(status.state === 'waiting' && status.wait.for === 'input' && { question: status.wait.question }),
      }),
    ),
  ]
}

type MessageIds = Pick<Message, 'messageId' | 'contextId' | 'taskId'>

const message = (ids: MessageIds, role: Role, parts: Part[]): Message => ({
  ...ids,
  role,
  parts,
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
})

export const messageOfAgent = (ids: MessageIds, parts: Part[]): Message =>
  message(ids, Role.ROLE_AGENT, parts)

export function replyArtifact(text: string, mediaType = 'text/markdown'): Artifact {
  const reply = artifact(REPLY_ARTIFACT, 'Reply', '', [textPart(text, mediaType)])
  return { ...reply, metadata: { digitalSourceType: AI_SOURCE } }
}

/** The passages that a text cites, with the addresses of their pages. */
export function sourcesArtifact(
  sources: readonly CitedSource[],
  text: string,
  linkTo: LinkToSource,
): Artifact {
  const claims = claimsOf(text)
  return artifact(SOURCES_ARTIFACT, 'Sources', 'The passages that the reply cites by their numbers.', [
    dataPart({
      sources: sources.map((source) => {
        const { n, name, page, lastPage, heading, quote } = source
        return { n, name, page, lastPage, heading, quote, url: linkTo(source, claimsFor(claims, n)) }
      }),
    }),
  ])
}

const artifact = (artifactId: string, name: string, description: string, parts: Part[]): Artifact => ({
  artifactId,
  name,
  description,
  parts,
  metadata: undefined,
  extensions: [],
})

const part = (content: Part['content'], mediaType: string): Part => ({
  ...{ content, mediaType },
  metadata: undefined,
  filename: '',
})

export const textPart = (value: string, mediaType: string): Part => part({ $case: 'text', value }, mediaType)

export const dataPart = (value: unknown): Part => part({ $case: 'data', value }, 'application/json')
