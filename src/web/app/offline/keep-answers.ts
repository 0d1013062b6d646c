import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { Api } from '../../lib/http/api.ts'
import { viewerQuery } from '../../lib/session/viewer.ts'
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts'

/**
 * The first key part of the queries whose responses can be read offline: the viewer, agents, conversations, realms,
 * runs, drafts and people.
 */
const readable: ReadonlySet<unknown> = new Set([
  'viewer',
  'chat',
  'agents',
  'conversation',
  'conversations',
  'realms',
  'swarm',
  'briefs',
  'people',
])

type Answer = Omit<KeptAnswer, 'code'>

/** How long responses are collected before they are written, in milliseconds. */
const COLLECT_MS = 800

/**
 * Stores the server's responses for the current viewer, both earlier and later ones, and deletes them as soon as the
 * viewer changes or signs out. Runs until the page is left.
 * @param onViewer called with the viewer whenever it becomes known or changes
 */
export function keepAnswers(
  queryClient: QueryClient,
  api: Api,
  kept: KeptAnswers,
  onViewer: (viewer: string | null) => void,
): void {
  const viewerKey = viewerQuery(api).queryKey
  const collected = new Map<string, { answer: Answer; owner: string | null }>()
  let viewer: string | null | undefined
  let timer: number | undefined

  function noteViewer(): void {
    const next = queryClient.getQueryData(viewerKey)
    if (next === undefined || next === viewer) return
    viewer = next
    collected.clear()
    void kept.leaveOnly(next)
    onViewer(next)
  }

  function collect(queryKey: readonly unknown[], data: unknown, updatedAt: number): void {
    if (viewer === undefined || data === undefined || !readable.has(queryKey[0])) return
    collected.set(hashKey(queryKey), { answer: { queryKey, data, updatedAt }, owner: viewer })
    timer ??= window.setTimeout(write, COLLECT_MS)
  }

  function write(): void {
    window.clearTimeout(timer)
    timer = undefined
    const answers = [...collected.values()].filter(({ owner }) => owner === viewer)
    collected.clear()
    if (viewer !== undefined && answers.length > 0)
      void kept.keep(
        answers.map(({ answer }) => answer),
        viewer,
      )
  }

  const cache = queryClient.getQueryCache()
  noteViewer()
  for (const { queryKey, state } of cache.getAll()) collect(queryKey, state.data, state.dataUpdatedAt)
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryKey, state } = event.query
    if (queryKey[0] === viewerKey[0]) noteViewer()
    collect(queryKey, state.data, state.dataUpdatedAt)
  })
  document.addEventListener('visibilitychange', () => document.hidden && write())
}

/** Restores stored responses into a page's cache, for queries that have no data yet. */
export async function recallAnswers(queryClient: QueryClient, kept: KeptAnswers): Promise<void> {
  for (const { queryKey, data, updatedAt } of await kept.recall())
    if (queryClient.getQueryState(queryKey)?.data === undefined)
      queryClient.setQueryData(queryKey, data, { updatedAt })
}
