import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import { pathTo } from '../../../../shared/chat/message-tree.ts'
import type { Question } from '../../../../shared/chat/messages.ts'
import type { Follower } from '../../../blocks/follow-stream/follow-stream.ts'
import { type Listening, listenToReply } from '../../../blocks/follow-stream/listen-to-reply.ts'
import { newId } from '../../../lib/new-id.ts'
import type { Asking, Keeping, Line } from '../transport/line.ts'
import { type ConversationView, maySend } from './conversation.ts'
import {
  asked,
  confirmed,
  lost,
  messageOf,
  newQuestion,
  parentOfNext,
  selected,
  stopped,
  takenBack,
} from './conversation-state.ts'
import { createConversationStore } from './conversation-store.ts'
import { mergeStored } from './merge-stored.ts'
import { troubleOf } from './trouble.ts'

/** A conversation that runs: it asks, folds what arrives, and tells whoever watches. It outlives the screen that shows it. */
export interface ConversationSession {
  readonly id: string
  /** A conversation of the page can come to be kept by the server while it goes on. */
  readonly kept: Line['kept']
  /** Whether the next question of a conversation of the page is kept if somebody is signed in. */
  readonly mayBeKept: boolean
  subscribe: (listener: () => void) => () => void
  getView: () => ConversationView
  /** False when the message was ignored, so that the input keeps it. */
  send: (text: string) => boolean
  /** Asks another question in the place of one, beside it. False when it was ignored. */
  edit: (questionId: string, text: string) => boolean
  /** A new reply to the same question, beside those that it has. False when it was ignored. */
  askAgain: (questionId: string) => boolean
  /** Shows the branch of a message. */
  select: (messageId: string) => void
  /** Asks the question that waits for a sign-in at once, in the page. */
  askNow: () => void
  /** Ends the running reply; what had arrived stays. */
  stop: () => void
  /** Clears `view.returned`, once its words are back where they were written. */
  takeReturned: () => void
  /** Takes in what the server has. Nothing begins to run by it, so it may be called while rendering. */
  merge: (stored: Conversation) => void
  /** Listens to the reply that runs on the server, if nobody does yet. */
  follow: () => void
  /** Whether the server has it, as far as this page knows. */
  isStored: () => boolean
  /** Whether there is something to show: it was begun here, or taken in. */
  isReady: () => boolean
  /** Lets go of the connection without ending anything. */
  close: () => void
}

/**
 * @param keeping how a conversation of the page comes to be kept; without it it never does
 * @param isStored it was begun before, elsewhere: it has to be taken in before it shows anything
 * @param nextFrame calls back when it is time to paint: all words that arrive until then become one change
 * @param onAsk called when something is asked
 * @param onNews called when the server has something new of it: a question, or the end of a reply
 */
export function createConversationSession(options: {
  id: string
  line: Line
  keeping?: Keeping
  isStored?: boolean
  nextFrame: (callback: () => void) => void
  onAsk?: (session: ConversationSession) => void
  onNews?: (news: 'asked' | 'ended') => void
  now?: () => Date
}): ConversationSession {
  const { keeping, onNews = () => {} } = options
  let { line } = options
  const now = options.now ?? (() => new Date())
  const store = createConversationStore()
  const { publish, isRunning } = store
  let isStored = options.isStored ?? false
  let isReady = !isStored
  let listening: (Listening & { readonly replyId: string }) | undefined
  let askNow = () => {}
  /** Replies that the server would not let this page follow. */
  const unheard = new Set<string>()

  const timestamp = () => now().toISOString()
  /** Whoever answers has the reply. */
  const confirm = (replyId: string) => {
    const next = confirmed(store.state, replyId)
    if (line.kept === 'page' || (isStored && next === store.state)) return
    isStored = true
    publish(next)
    onNews('asked')
  }
  /** From here on nothing of the running reply counts, whatever still arrives. */
  const abort = () => {
    listening?.abort()
    listening = undefined
  }

  function listen(
    replyId: string,
    open: (follower: Follower) => AsyncIterable<ReplyEvent>,
    onFailure: (error: unknown) => void,
  ): void {
    const begun = listenToReply({
      open,
      nextFrame: options.nextFrame,
      onAnswer: () => confirm(replyId),
      onConnection: (connection) => {
        if (store.view.connection !== connection) publish(store.state, { connection })
      },
      onEvents: (events) => {
        store.hear(replyId, events, now())
        for (const event of events) if (event.type === 'failed') logFailure(event)
      },
      onOver: (failure) => {
        listening = undefined
        if (failure) onFailure(failure.error)
        publish(store.state, { connection: 'live' })
        if (!failure && isStored) onNews('ended')
        turnToRunning()
      },
    })
    listening = { replyId, ...begun }
  }

  function ask(question: Question): void {
    const { activeLeaf } = store.state
    const isNew = !messageOf(store.state, question.id) || store.state.unconfirmed.has(question.id)
    const before = pathTo(store.state.messages, question.parentId)
    const replyId = newId()
    publish(
      asked(store.state, { question, replyId, createdAt: timestamp(), confirmed: line.kept === 'page' }),
      { returned: null },
    )
    options.onAsk?.(session)
    const asking: Asking = { replyId, question, isNew, before }
    const open = async function* (follower: Follower) {
      if (line.kept === 'page' && keeping) await becomeKept(keeping, asking, follower)
      yield* line.ask(asking, follower)
    }
    listen(replyId, open, (error) => {
      const trouble = troubleOf(error, now())
      if (trouble.kind !== 'busy' && trouble.kind !== 'full') {
        logFailure(error)
        publish(lost(store.state, replyId, trouble))
        // Whatever the server made of it, it knows best.
        if (trouble.kind === 'silent' || trouble.kind === 'gone') void reload()
        return
      }
      const next = takenBack(store.state, replyId, activeLeaf)
      const text = messageOf(next, question.id) ? '' : question.content
      isStored = true
      publish(next, { returned: { text, trouble } })
      void reload().then(turnToRunning)
    })
  }

  /** Has the server keep the conversation from this question on, where somebody is signed in or about to be. */
  async function becomeKept(
    by: Keeping,
    { replyId, question, isNew }: Asking,
    { signal }: Follower,
  ): Promise<void> {
    const signingIn = by.signingIn()
    if (signingIn) {
      const enough = Promise.withResolvers<void>()
      askNow = enough.resolve
      signal.addEventListener('abort', askNow)
      publish(store.state, { waitsForSignIn: true })
      await Promise.race([signingIn, enough.promise])
      publish(store.state, { waitsForSignIn: false })
      signal.throwIfAborted()
    }
    const opened = by.open()
    if (!opened) return
    const asked = new Set([replyId, ...(isNew ? [question.id] : [])])
    const said = store.state.messages.filter(({ id }) => !asked.has(id))
    try {
      if (said.length > 0) await opened.line.keep(said)
    } catch (error) {
      // It is asked all the same, and the next question tries again.
      return logFailure(error)
    }
    signal.throwIfAborted()
    line = opened.line
    isStored = said.length > 0
    opened.onKept()
    publish({ ...store.state, unconfirmed: asked })
  }

  function askNew(parentId: string | null, content: string): void {
    ask(newQuestion(store.state, { id: newId(), parentId, content, createdAt: timestamp() }))
  }

  function follow(): void {
    const { pending } = store.view
    const stored = line
    if (stored.kept === 'page' || listening || !pending || unheard.has(pending.id)) return
    const open = (follower: Follower) => stored.follow(pending, follower)
    listen(pending.id, open, (error) => {
      unheard.add(pending.id)
      logFailure(error)
      publish(lost(store.state, pending.id, troubleOf(error, now())))
      void reload()
    })
  }

  /** What was asked here is over; what was asked elsewhere meanwhile is shown now. */
  function turnToRunning(): void {
    if (line.kept === 'page' || listening || !store.view.pending) return
    publish(selected(store.state, store.view.pending.id))
    follow()
  }

  function merge(stored: Conversation): void {
    listening?.flush()
    // What can't be followed must not seem to run.
    const next = [...unheard].reduce(
      (known, replyId) => lost(known, replyId, { kind: 'silent' }),
      mergeStored(store.state, stored),
    )
    if (isReady && isStored && next === store.state) return
    isStored = true
    isReady = true
    publish(next)
    if (!listening || isRunning(listening.replyId)) return
    abort()
    publish(store.state, { connection: 'live' })
  }

  async function reload(): Promise<void> {
    if (line.kept === 'page' || !isStored) return
    try {
      merge(await line.load())
      follow()
    } catch {
      // What is known stays; a screen that shows the conversation asks for it itself, and tells.
    }
  }

  async function stopThere(replyId: string): Promise<void> {
    if (line.kept === 'page') return
    try {
      const isThere = await line.stop(replyId, !store.state.unconfirmed.has(replyId))
      if (!isThere) return
      confirm(replyId)
      onNews('ended')
    } catch {
      // The server would not hear of it; what is true there shows.
    }
    // It may have said more than was heard here, or have ended before it could be stopped.
    await reload()
  }

  const session: ConversationSession = {
    id: options.id,
    get kept() {
      return line.kept
    },
    mayBeKept: keeping !== undefined,
    subscribe: store.subscribe,
    getView: () => store.view,
    send: (text) => {
      if (!maySend(store.view, text)) return false
      askNew(parentOfNext(store.state), text)
      return true
    },
    edit: (questionId, text) => {
      const question = messageOf(store.state, questionId)
      if (question?.role !== 'user' || !maySend(store.view, text)) return false
      askNew(question.parentId, text)
      return true
    },
    askAgain: (questionId) => {
      const question = messageOf(store.state, questionId)
      if (question?.role !== 'user' || store.view.pending) return false
      ask(question)
      return true
    },
    select: (messageId) => {
      const next = selected(store.state, messageId)
      if (next === store.state) return
      publish(next)
      const { activeLeaf } = next
      if (line.kept === 'server' && activeLeaf !== null && !next.unconfirmed.has(activeLeaf))
        void line.select(activeLeaf)
    },
    askNow: () => askNow(),
    stop: () => {
      listening?.flush()
      // Of two, the one that was asked here: the other one, asked elsewhere, will be followed then.
      const replyId = listening?.replyId ?? store.view.pending?.id
      if (replyId === undefined || !isRunning(replyId)) return
      abort()
      publish(stopped(store.state, replyId), { connection: 'live' })
      void stopThere(replyId)
      turnToRunning()
    },
    takeReturned: () => {
      if (store.view.returned) publish(store.state, { returned: null })
    },
    merge,
    follow,
    isStored: () => isStored,
    isReady: () => isReady,
    close: abort,
  }
  return session
}

function logFailure(reason: unknown) {
  // biome-ignore lint/suspicious/noConsole: section 8 asks for this line
  console.error('Error generating response', reason)
}
