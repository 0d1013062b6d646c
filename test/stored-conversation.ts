import type { ReplyEvent } from '../src/shared/chat/chat.ts'
import type { Ask, Conversation } from '../src/shared/chat/conversations.ts'
import { endOf, foldReply, isEnd, type Message, newReply, type Reply } from '../src/shared/chat/messages.ts'
import type { Problem } from '../src/shared/common/errors.ts'
import type { StoredReplies } from '../src/web/features/chat/transport/stored-transport.ts'
import { ApiError } from '../src/web/lib/http/api.ts'
import { settle } from './manual-time.ts'

const createdAt = '2026-11-21T14:02:00.000Z'
const started: ReplyEvent = { type: 'started', requestId: 'r', engine: { kind: 'offline' }, forgotten: 0 }

/** What the server answers when it refuses. */
export function refusal(status: number, code: Problem['code'], more: Partial<Problem> = {}): ApiError {
  return new ApiError(status, { type: 'about:blank', title: 'No', status, code, requestId: 'r', ...more })
}

/** A server with one stored conversation, whose agent says what a test says, over a network that a test breaks. */
export function storedConversation() {
  const messages = new Map<string, Message>()
  let activeLeaf = ''
  let modelRef: string | null = null
  let running: string | null = null
  let isOffline = false
  let nextRefusal: ApiError | null = null
  let losesNextAnswer = false
  let hasNoLog = false
  const connections = new Set<{ replyId: string; push: (event: ReplyEvent | Error | 'close') => void }>()
  const requests: string[] = []

  const arrive = (what: string) => {
    if (isOffline) throw new TypeError('Failed to fetch')
    requests.push(what)
    const refused = nextRefusal
    nextRefusal = null
    if (refused) throw refused
  }
  const answer = () => {
    if (!losesNextAnswer) return
    losesNextAnswer = false
    throw new TypeError('network error')
  }
  const replyOf = (replyId: string): Reply => {
    const reply = messages.get(replyId)
    if (reply?.role !== 'assistant') throw refusal(404, 'not_found')
    return reply
  }

  async function* stream(replyId: string, after: number, signal: AbortSignal): AsyncGenerator<ReplyEvent> {
    const queue: (ReplyEvent | Error | 'close')[] = [started]
    let wake = () => {}
    const connection = {
      replyId,
      push: (event: ReplyEvent | Error | 'close') => {
        queue.push(event)
        wake()
      },
    }
    const onAbort = () => connection.push(new DOMException('Aborted', 'AbortError'))
    const reply = replyOf(replyId)
    if (reply.content.length > after)
      queue.push({ type: 'words', at: after, text: reply.content.slice(after) })
    const end = endOf(reply, { message: 'Failed to generate response', requestId: 'r' })
    if (end) queue.push(end)
    connections.add(connection)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    try {
      for (;;) {
        const next = queue.shift()
        if (next === 'close') return
        if (next instanceof Error) throw next
        if (next) yield next
        if (next && isEnd(next)) return
        if (queue.length === 0)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      connections.delete(connection)
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** As the server keeps a question: once, however often it is asked under the same ids. */
  function store({ replyId, question }: Ask): void {
    if (messages.has(replyId)) return
    if (running !== null) throw refusal(409, 'reply_running')
    if ('content' in question) {
      const { id, parentId, content, greeting } = question
      if (greeting !== undefined && parentId !== null && !messages.has(parentId)) {
        const place = { id: parentId, parentId: null, number: messages.size + 1, createdAt }
        messages.set(parentId, { ...newReply(place), content: greeting, state: 'finished' })
      }
      if (parentId !== null) replyOf(parentId)
      if (!messages.has(id))
        messages.set(id, { id, parentId, content, role: 'user', number: messages.size + 1, createdAt })
    } else if (!messages.has(question.id)) throw refusal(404, 'not_found')
    const place = { id: replyId, parentId: question.id, number: messages.size + 1, createdAt }
    messages.set(replyId, newReply(place))
    activeLeaf = replyId
    running = replyId
  }

  async function notify(event: ReplyEvent): Promise<void> {
    if (running === null) throw new Error('No reply is running')
    const replyId = running
    messages.set(replyId, foldReply(replyOf(replyId), event, createdAt))
    if (isEnd(event)) running = null
    for (const connection of connections) if (connection.replyId === replyId) connection.push(event)
    await settle()
  }

  const replies: StoredReplies = {
    async *ask(ask, { signal, onBytes }) {
      await null
      arrive(`ask ${'content' in ask.question ? ask.question.content : 'again'}`)
      store(ask)
      answer()
      for await (const event of stream(ask.replyId, 0, signal)) {
        onBytes()
        yield event
      }
    },
    async *follow(replyId, { at: after }, { signal, onBytes }) {
      await null
      arrive(`follow ${after}`)
      if (hasNoLog) throw refusal(404, 'not_found')
      replyOf(replyId)
      answer()
      for await (const event of stream(replyId, after, signal)) {
        onBytes()
        yield event
      }
    },
    stop: async (replyId) => {
      await null
      arrive('stop')
      replyOf(replyId)
      if (running === replyId) void notify({ type: 'stopped' })
      answer()
    },
    goOn: async (replyId) => {
      await null
      arrive('go on')
      messages.set(replyId, { ...replyOf(replyId), state: 'running' })
      running = replyId
      answer()
    },
    select: async (leaf) => {
      await null
      arrive(`select ${leaf}`)
      activeLeaf = leaf
    },
    chooseModel: async (ref) => {
      await null
      arrive(`choose ${ref}`)
      modelRef = ref
    },
    keep: async (kept) => {
      await null
      arrive(`keep ${kept.messages.length}`)
      for (const message of kept.messages)
        if (!messages.has(message.id)) messages.set(message.id, { ...message, number: messages.size + 1 })
      activeLeaf = kept.messages.at(-1)?.id ?? ''
      answer()
    },
    load: async () => {
      await null
      arrive('load')
      return stored()
    },
  }
  const stored = (): Conversation => ({
    id: 'c',
    agentId: 'a',
    agentName: 'Nova',
    agentImageUrl: '',
    agentAnswers: true,
    title: 'Light',
    modelRef,
    state: 'finished',
    createdAt,
    updatedAt: createdAt,
    activeLeaf,
    // A copy, as it comes over the network.
    messages: [...messages.values()].map((message) => ({ ...message })),
  })

  return {
    replies,
    stored,
    /** What arrived, in its order. */
    requests,
    connections: () => connections.size,
    /** The running reply says something. */
    say: (text: string) => notify({ type: 'words', at: replyOf(running ?? '').content.length, text }),
    end: (event: ReplyEvent = { type: 'finished', reason: 'stop' }) => notify(event),
    /** Somebody asks elsewhere. */
    askElsewhere: (ask: Ask) => store(ask),
    stopElsewhere: () => notify({ type: 'stopped' }),
    async breakConnections(how: Error | 'close' = new TypeError('network error')) {
      for (const connection of [...connections]) connection.push(how)
      await settle()
    },
    setOffline(offline: boolean) {
      isOffline = offline
    },
    refuseNext(error: ApiError) {
      nextRefusal = error
    },
    /** From now on it can't follow a reply any more, though it counts it as running. */
    loseLog() {
      hasNoLog = true
    },
    loseNextAnswer() {
      losesNextAnswer = true
    },
  }
}
