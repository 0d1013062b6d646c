import { hashKey, type QueryClient } from '@tanstack/react-query'
import { type Api, isMissing } from '../../lib/http/api.ts'
import { viewerQuery } from '../../lib/session/viewer.ts'
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts'

/** The first part of the keys of queries whose responses can be read offline. */
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

/** Milliseconds between two writes, at least; responses in between are written together. */
const PAUSE_MS = 800

/**
 * Stores the server's responses for the current viewer until the page is left, and deletes them as soon as the viewer
 * changes or signs out. What the server says is not there any more, as what was taken down, is deleted with that answer.
 * @param onViewer called with the viewer whenever it becomes known or changes
 * @param onHidden registers what runs when the page is hidden, after which it may not run again
 */
export function keepAnswers(
  queryClient: QueryClient,
  api: Api,
  kept: Pick<KeptAnswers, 'leaveOnly' | 'keep' | 'drop'>,
  onViewer: (viewer: string | null) => void,
  onHidden: (write: () => void) => void,
): void {
  const viewerKey = viewerQuery(api).queryKey
  const collected = new Map<string, { answer: Answer; owner: string | null }>()
  let viewer: string | null | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let writtenAt = Number.NEGATIVE_INFINITY

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
    // Written at once, if it can be: the page may be closed, or lose its server, in the next moment.
    timer ??= setTimeout(write, Math.max(0, writtenAt + PAUSE_MS - performance.now()))
  }

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    writtenAt = performance.now()
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
    if (event.type === 'updated' && event.action.type === 'error' && isMissing(event.action.error)) {
      const gone = event.query.queryHash
      collected.delete(gone)
      void kept.drop((queryKey) => hashKey(queryKey) === gone)
    }
    // Responses of the first paint come into the cache by being added to it.
    const isNews = event.type === 'added' || (event.type === 'updated' && event.action.type === 'success')
    if (!isNews) return
    const { queryKey, state } = event.query
    if (queryKey[0] === viewerKey[0]) noteViewer()
    collect(queryKey, state.data, state.dataUpdatedAt)
  })
  onHidden(write)
}

/** Only for queries that have no data yet. */
export async function recallAnswers(
  queryClient: QueryClient,
  kept: Pick<KeptAnswers, 'recall'>,
): Promise<void> {
  for (const { queryKey, data, updatedAt } of await kept.recall())
    if (queryClient.getQueryState(queryKey)?.data === undefined)
      queryClient.setQueryData(queryKey, data, { updatedAt: Math.min(updatedAt, Date.now()) })
}
