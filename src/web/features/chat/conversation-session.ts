import type { ChatRequest, ReplyEvent } from '../../../shared/chat.ts'
import { newId } from '../../lib/new-id.ts'
import {
  type Conversation,
  type ConversationAction,
  maySend,
  pendingTurn,
  reduceConversation,
  requestOf,
} from './conversation.ts'
import { troubleOf } from './trouble.ts'

export type AskAgent = (request: ChatRequest, signal: AbortSignal) => AsyncIterable<ReplyEvent>

/** A conversation that runs: it asks, folds what arrives, and tells whoever watches. It outlives the screen that shows it. */
export interface ConversationSession {
  subscribe: (listener: () => void) => () => void
  getConversation: () => Conversation
  /** False when the message was ignored, so that the input keeps it. */
  send: (text: string) => boolean
  /** Lets go of the running reply; what had arrived stays. */
  stop: () => void
  retry: (questionId: string) => void
  /** Forgets all that was said. */
  clear: () => void
}

/**
 * @param nextFrame calls back when it is time to paint: all words that arrive until then become one change
 */
export function createConversationSession(options: {
  agentId: string | null
  ask: AskAgent
  nextFrame: (callback: () => void) => void
  now?: () => Date
}): ConversationSession {
  const now = options.now ?? (() => new Date())
  const listeners = new Set<() => void>()
  let conversation: Conversation = []
  let running: { controller: AbortController; flush: () => void } | undefined

  const change = (action: ConversationAction) => {
    const before = conversation
    conversation = reduceConversation(before, action)
    if (conversation !== before) for (const listener of listeners) listener()
  }

  const run = async () => {
    const request = requestOf(conversation, options.agentId)
    if (!request) return
    let unpainted: ReplyEvent[] = []
    const flush = () => {
      const events = unpainted
      unpainted = []
      if (events.length > 0 && running === own) change({ type: 'arrived', events, at: now() })
    }
    const own = { controller: new AbortController(), flush }
    running = own
    try {
      for await (const event of options.ask(request, own.controller.signal)) {
        unpainted.push(event)
        if (event.type === 'words') {
          if (unpainted.length === 1) options.nextFrame(flush)
        } else flush()
        if (event.type === 'failed') logFailure(event)
        if (event.type === 'finished' || event.type === 'interrupted' || event.type === 'failed') break
      }
      flush()
      if (running === own && pendingTurn(conversation)) throw new Error('The stream ended without an end.')
    } catch (error) {
      if (running !== own) return
      flush()
      logFailure(error)
      change({ type: 'failed', trouble: troubleOf(error, now()) })
    } finally {
      if (running === own) running = undefined
    }
  }

  /** From here on nothing of the running reply counts, whatever still arrives. */
  const letGo = () => {
    running?.flush()
    running?.controller.abort()
    running = undefined
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getConversation: () => conversation,
    send: (text) => {
      if (!maySend(conversation, text)) return false
      change({ type: 'sent', id: newId(), text, at: now() })
      void run()
      return true
    },
    stop: () => {
      if (!running) return
      letGo()
      change({ type: 'stopped' })
    },
    retry: (questionId) => {
      if (pendingTurn(conversation)) return
      change({ type: 'retried', id: questionId })
      void run()
    },
    clear: () => {
      letGo()
      change({ type: 'cleared' })
    },
  }
}

function logFailure(reason: unknown) {
  // biome-ignore lint/suspicious/noConsole: section 8 asks for this line
  console.error('Error generating response', reason)
}
