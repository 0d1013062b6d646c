import type { AttachedFile, Question } from '../../../../shared/chat/messages.ts'
import { checkedBy, persisted, thisBrowser } from '../../../blocks/saved-draft/persisted.ts'

export interface WaitingQuestion {
  conversationId: string
  agentId: string
  viewer: string
  replyId: string
  id: string
  parentId: string | null
  content: string
  createdAt: string
  files?: AttachedFile[]
  greeting?: string
  /** What answers it in place of the conversation's model, or from it on if the conversation begins with it. */
  model?: string
  /** Whether the conversation begins with it, so that it has no address yet. */
  isFirst: boolean
}

const MOST = 20

const texts = ['conversationId', 'agentId', 'viewer', 'replyId', 'id', 'content', 'createdAt'] as const

export function isAttachedFiles(value: unknown): value is AttachedFile[] {
  return (
    Array.isArray(value) &&
    value.every(
      (file: Record<keyof AttachedFile, unknown> | null) =>
        typeof file?.id === 'string' && typeof file.name === 'string' && typeof file.bytes === 'number',
    )
  )
}

function isWaiting(value: unknown): value is WaitingQuestion {
  const waiting = (value ?? {}) as Record<keyof WaitingQuestion, unknown>
  return (
    texts.every((name) => typeof waiting[name] === 'string') &&
    (waiting.parentId === null || typeof waiting.parentId === 'string') &&
    typeof waiting.isFirst === 'boolean' &&
    (waiting.greeting === undefined || typeof waiting.greeting === 'string') &&
    (waiting.model === undefined || typeof waiting.model === 'string') &&
    (waiting.files === undefined || isAttachedFiles(waiting.files))
  )
}

const kept = persisted<unknown[]>('waitingQuestions', checkedBy(Array.isArray), thisBrowser)
const read = () => kept.get()?.filter(isWaiting) ?? []

function leave(isLeft: (waiting: WaitingQuestion) => boolean): void {
  const waiting = read()
  const left = waiting.filter(isLeft)
  if (left.length < waiting.length) kept.set(left.length === 0 ? undefined : left)
}

/** Questions survive a reload. A retry, from whichever tab, uses the same ids, so that each exists only once. */
export const waitingQuestions = {
  remember(waiting: WaitingQuestion): void {
    const others = read().filter(({ id }) => id !== waiting.id)
    kept.set([...others, waiting].slice(-MOST))
  },

  /**
   * With those before it of the same conversation, which were given up for it. Their place in the list says which were:
   * a clock can be set back between two of them, and one that is asked again keeps its time.
   */
  forget(replyId: string): void {
    const waiting = read()
    const at = waiting.findIndex((one) => one.replyId === replyId)
    const { conversationId } = waiting[at] ?? {}
    const later = new Set(waiting.slice(at + 1).map(({ id }) => id))
    leave((one) => one.conversationId !== conversationId || later.has(one.id))
  },

  of: (conversationId: string, viewer: string): WaitingQuestion | undefined =>
    read().findLast((one) => one.conversationId === conversationId && one.viewer === viewer),

  beginning: (agentId: string, viewer: string): WaitingQuestion | undefined =>
    read().findLast((one) => one.isFirst && one.agentId === agentId && one.viewer === viewer),

  leaveOnly: (viewer: string | null): void => leave((one) => one.viewer === viewer),
}

export interface Outbox {
  remember: (waiting: {
    replyId: string
    question: Question
    greeting?: string | undefined
    model?: string | null
    isFirst: boolean
  }) => void
  forget: (replyId: string) => void
  recall: () =>
    | (Pick<Question, 'id' | 'parentId' | 'content' | 'createdAt' | 'files'> & {
        replyId: string
        greeting?: string | undefined
        model?: string | undefined
      })
    | undefined
}

export const outboxOf = (conversationId: string, agentId: string, viewer: string): Outbox => ({
  remember: ({ replyId, isFirst, greeting, model, question: { id, parentId, content, createdAt, files } }) =>
    waitingQuestions.remember({
      ...{ conversationId, agentId, viewer, replyId, isFirst },
      ...{ id, parentId, content, createdAt },
      ...(files && { files }),
      ...(greeting !== undefined && { greeting }),
      ...(model && { model }),
    }),
  forget: (replyId) => waitingQuestions.forget(replyId),
  recall: () => waitingQuestions.of(conversationId, viewer),
})
