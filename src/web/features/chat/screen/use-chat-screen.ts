import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { Message } from '../../../../shared/chat/messages.ts'
import { takeFirstWords } from '../../../blocks/messages/first-words.ts'
import { useDelayedFlag } from '../../../lib/hooks/use-delayed-flag.ts'
import { useLatest } from '../../../lib/hooks/use-latest.ts'
import { useApi } from '../../../lib/http/api.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { useLocation, useNavigationType } from '../../../lib/router/router.tsx'
import { engineQuery } from '../api/engine-query.ts'
import type { ComposerHandle } from '../composer/composer.tsx'
import type { ConversationView as View } from '../conversation/conversation.ts'
import type { ConversationSession } from '../conversation/conversation-session.ts'
import type { Entity } from '../entity.ts'
import * as texts from '../texts.tsx'
import type { ConversationToolsHandle, ForkPoint } from './conversation-tools.tsx'
import { useChatConversation } from './use-chat-conversation.ts'

/** A connection restored within this time is not shown as reconnecting. */
const RECONNECTING_MS = 700

export interface ChatScreenInput {
  entity: Entity
  /** Null starts a new one. */
  conversationId: string | null
  /** Null on a screen that stores nothing. */
  viewer: string | null
  /** Opens the editor of the entity with the messages so far; undefined if the viewer may not edit it. */
  onRefine?: ((said: readonly Message[]) => void) | undefined
}

export type ChatScreenState = ReturnType<typeof useChatScreen>

export function useChatScreen({ entity, conversationId, viewer, onRefine }: ChatScreenInput) {
  const engine = useQuery(engineQuery(useApi(), entity.id)).data
  const conversation = useChatConversation({
    agentId: entity.id,
    conversationId,
    viewer,
    greetings: entity.greetings,
  })
  const { session, view, status, keep, viewKey } = conversation
  const { attachTools, fork } = useForks(session.id)
  const said = view.turns.length > 0
  const stored = keep === 'server' && said && session.isStored() && entity.id !== null
  const last = view.turns.at(-1)
  const isOpen = view.pending !== null || last?.reply?.state === 'waiting'
  const { composer, focusNext } = useFocusOnNew(viewKey, conversationId === null && !said)
  useEscape(view.pending !== null, () => session.stop())
  useFirstWords(status === 'ready' && conversationId === null ? entity.id : null, session)
  return {
    ...conversation,
    engine,
    composer,
    attachTools,
    reconnecting: useDelayedFlag(view.connection === 'reconnecting', RECONNECTING_MS),
    said,
    /** Whether the server has the conversation, so that it can be forked, shared and renamed. */
    stored,
    /** Null while a reply is running or waits. */
    leaf: isOpen || !last ? null : (last.reply?.id ?? last.question.id),
    onNew: () => {
      focusNext()
      conversation.begin()
    },
    onFork: stored ? fork : undefined,
    refine: onRefine && (() => onRefine(saidIn(view))),
  }
}

function useForks(conversationId: string) {
  const tools = useRef<ConversationToolsHandle>(null)
  const waiting = useRef<ForkPoint>(null)
  const attachTools = useCallback((handle: ConversationToolsHandle | null) => {
    tools.current = handle
    if (!handle || !waiting.current) return
    handle.fork(waiting.current)
    waiting.current = null
  }, [])
  const fork = (messageId: string) => {
    const from = { conversationId, messageId }
    if (tools.current) tools.current.fork(from)
    else waiting.current = from
  }
  return { attachTools, fork }
}

/** A new conversation begins with writing, if a person asked for it; Back and Forward do not count. */
function useFocusOnNew(viewKey: string, isNew: boolean) {
  const composer = useRef<ComposerHandle>(null)
  const { state } = useLocation()
  const type = useNavigationType()
  const asked = type !== 'POP' && (state as { takesFocus?: boolean } | null)?.takesFocus === true
  const beginning = useRef(asked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new conversation has a key of its own
  useEffect(() => {
    if (!isNew || !beginning.current) return
    beginning.current = false
    composer.current?.focus()
  }, [viewKey, isNew])
  const focusNext = () => {
    beginning.current = true
  }
  return { composer, focusNext }
}

/** Running and empty replies are left out with their questions. */
const saidIn = ({ greeting, turns }: Pick<View, 'greeting' | 'turns'>): Message[] => [
  ...(greeting ? [greeting.message] : []),
  ...turns.flatMap(({ question, reply }) =>
    reply && reply.state !== 'running' && reply.content.trim() !== '' ? [question, reply] : [],
  ),
]

/** Asks the question that was typed on the home screen, once. If it can't be asked, its text is put into the composer. */
function useFirstWords(agentId: string | null, session: ConversationSession) {
  useEffect(() => {
    const first = agentId === null ? null : takeFirstWords(agentId)
    if (first && !(first.asks && session.send(first.words))) session.giveBack(first.words, texts.notSentYet)
  }, [agentId, session])
}

/** Calls `act` on Escape, unless something on top of the screen has handled the key. */
function useEscape(active: boolean, act: () => void) {
  const latest = useLatest(act)
  useEffect(() => {
    if (!active) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isComposing(event) && !event.defaultPrevented) latest.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [active, latest])
}
