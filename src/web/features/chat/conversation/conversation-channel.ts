import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ListData } from '../../../blocks/list/list-query.ts'
import { openChannel } from '../../../lib/open-channel.ts'
import { conversationKey, conversationsOpenKey } from '../api/conversation-query.ts'
import { keptConversations } from './kept-conversations.ts'
import { CONVERSATION_NEWS } from './news-channel.ts'

const ofOne = ['asked', 'ended', 'renamed', 'retold', 'deleted', 'restored'] as const
const ofAll = ['all deleted', 'all restored'] as const

export type ConversationNews =
  | { type: (typeof ofOne)[number]; conversationId: string }
  | { type: 'erased'; conversationId: string; messageIds: readonly string[] }
  | { type: (typeof ofAll)[number] }

type Listener = (news: ConversationNews, from: 'here' | 'elsewhere') => void

const listeners = new Set<Listener>()
let channel: ReturnType<typeof openChannel> | undefined

/** Opens the channel on first use, so that server rendering never opens it. */
function newsChannel() {
  if (channel) return channel
  channel = openChannel(CONVERSATION_NEWS)
  channel.onmessage = ({ data }: MessageEvent) => {
    const news = readConversationNews(data)
    if (news) for (const listener of listeners) listener(news, 'elsewhere')
  }
  return channel
}

export function notifyTabs(news: ConversationNews): void {
  newsChannel().postMessage(news)
  for (const listener of listeners) listener(news, 'here')
}

/** @returns a function that removes the listener */
export function onConversationNews(listener: Listener): () => void {
  newsChannel()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Keeps the page's lists and its open conversation up to date with this tab and others. */
export function useConversationNews(): void {
  const client = useQueryClient()
  useEffect(() => followNews(client), [client])
}

const following = new Map<QueryClient, { readers: number; end: () => void }>()

/** Subscribes once per query client, however many components use the hook. */
function followNews(client: QueryClient): () => void {
  const entry = following.get(client) ?? {
    readers: 0,
    end: onConversationNews((news, from) => applyNews(client, news, from)),
  }
  entry.readers++
  following.set(client, entry)
  return () => {
    entry.readers--
    if (entry.readers > 0) return
    entry.end()
    following.delete(client)
  }
}

/** Milliseconds in which nothing is expected of another device. */
const FRESH_MS = 15_000

/** Asks for a conversation again, unless that was just done: another device may have gone on with it. */
export function refreshConversation(client: QueryClient, id: string): void {
  const isOld = ({ state }: Query) =>
    Math.max(state.dataUpdatedAt, state.errorUpdatedAt) < Date.now() - FRESH_MS
  void client.invalidateQueries({ queryKey: conversationKey(id), predicate: isOld }, { cancelRefetch: false })
}

/** An empty list that is not on the screen would say that there is nothing, once it is, until the server has answered. */
const hadNothing = ({ state }: Query) =>
  (state.data as Partial<ListData<unknown>> | undefined)?.pages?.every(({ items }) => items.length === 0) ===
  true

/** This tab already has its own messages and titles. */
export function applyNews(client: QueryClient, news: ConversationNews, from: 'here' | 'elsewhere'): void {
  client.removeQueries({ queryKey: ['conversations', 'list'], type: 'inactive', predicate: hadNothing })
  void client.invalidateQueries({ queryKey: ['conversations'] })
  switch (news.type) {
    case 'asked':
      // What was asked on another device after the same reply is now a version beside this question.
      if (from === 'here') refreshConversation(client, news.conversationId)
      else void client.invalidateQueries({ queryKey: conversationKey(news.conversationId) })
      return
    case 'ended':
    case 'renamed':
    case 'retold':
      if (from === 'elsewhere')
        void client.invalidateQueries({ queryKey: conversationKey(news.conversationId) })
      return
    case 'deleted':
      keptConversations.forget(news.conversationId)
      void client.invalidateQueries({ queryKey: conversationKey(news.conversationId) })
      return
    case 'erased':
      void import('./forget-words.ts').then(({ forgetWords }) =>
        forgetWords(client, news.conversationId, news.messageIds),
      )
      return
    case 'restored':
      void client.invalidateQueries({ queryKey: conversationKey(news.conversationId) })
      return
    case 'all deleted':
      keptConversations.forgetStored()
      void client.invalidateQueries({ queryKey: conversationsOpenKey })
      return
    case 'all restored':
      void client.invalidateQueries({ queryKey: conversationsOpenKey })
  }
}

/** Parses an event from the channel, which an older or newer page may have sent; null for anything else. */
export function readConversationNews(message: unknown): ConversationNews | null {
  const { type, conversationId, messageIds } = (message ?? {}) as Record<string, unknown>
  if (type === 'erased' && typeof conversationId === 'string' && areIds(messageIds))
    return { type, conversationId, messageIds }
  const one = ofOne.find((known) => known === type)
  if (one && typeof conversationId === 'string') return { type: one, conversationId }
  const all = ofAll.find((known) => known === type)
  return all ? { type: all } : null
}

const areIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string')
