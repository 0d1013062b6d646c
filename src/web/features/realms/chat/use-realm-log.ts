import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { askEarlier, POLL_MS, realmLogQuery } from '../api/realm-log.ts'
import type { RealmLog } from './realm-log.ts'

/** What was said in a realm, kept up to date while the tab is in sight. */
export type RealmLogState =
  | { state: 'loading' }
  | { state: 'failed'; problem: string; retry: () => void }
  | {
      state: 'here'
      log: RealmLog
      /** Whether the last try to hear what is new came through. */
      connected: boolean
      earlier: { load: () => void; loading: boolean; problem: string | undefined } | undefined
    }

export function useRealmLog(realmId: string): RealmLogState {
  const api = useApi()
  const client = useQueryClient()
  const question = realmLogQuery(api, realmId)
  const asked = useQuery({ ...question, refetchInterval: POLL_MS, refetchOnWindowFocus: 'always' })
  const earlier = useMutation({
    mutationFn: (log: RealmLog) => askEarlier(api, realmId, log),
    onSuccess: (log) => client.setQueryData(question.queryKey, log),
  })
  const log = asked.data
  if (!log)
    return asked.error
      ? { state: 'failed', problem: explainError(asked.error), retry: () => void asked.refetch() }
      : { state: 'loading' }
  return {
    state: 'here',
    log,
    connected: !asked.isRefetchError && asked.failureCount === 0 && asked.fetchStatus !== 'paused',
    earlier:
      log.since > 0
        ? {
            load: () => earlier.mutate(log),
            loading: earlier.isPending,
            problem: earlier.error ? explainError(earlier.error) : undefined,
          }
        : undefined,
  }
}
