import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { blocksKey } from '../../../blocks/people/blocked.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { browserReconnecting } from '../../../lib/http/reconnecting.ts'
import { useViewer } from '../../../lib/session/viewer.ts'
import { realmQuery } from '../api/realm.ts'
import { askPage, realmLogQuery } from '../api/realm-log.ts'
import { learnPage, newestNumber, type RealmLog } from '../log/realm-log.ts'
import * as texts from '../texts.ts'
import { firstNew } from './first-new.ts'
import { FollowedRealm, type LivePart, nothingReceived } from './follow-realm.ts'
import { knownRealm } from './known-realm.ts'
import { pageConnection } from './page-connection.ts'
import { readMarks } from './read-marks.ts'
import type { Connection, Earlier, RealmRoom } from './realm-room.ts'

const connecting: Connection = { state: 'connecting' }
const subscribe = (listener: () => void) => pageConnection.subscribe(listener)
const connectionNow = () => pageConnection.connection()
const reconnect = () => pageConnection.reconnect()

/** The realm is followed while the component is mounted, whose React key must be the realm's id. */
export function useRealmRoom(realmId: string): RealmRoom {
  const viewer = useViewer()
  useEffect(() => pageConnection.setViewer(viewer), [viewer])
  const { realm, log, error, retry } = useKnown(realmId)
  const { live, read } = useLivePart(realmId, realm !== null && log !== undefined)
  const connection = useSyncExternalStore(subscribe, connectionNow, () => connecting)
  const earlier = useEarlier(realmId, log)
  const typing = useMemo(() => live.typing.filter((who) => who !== viewer), [live.typing, viewer])
  const markRead = useCallback((number: number) => readMarks.mark(realmId, number), [realmId])
  return useMemo((): RealmRoom => {
    if (realm === null) return { state: 'missing' }
    if (!realm || !log)
      return error ? { state: 'failed', problem: explainError(error), retry } : { state: 'loading' }
    const isDown = realm.moderation === 'down'
    const {
      presence,
      banned,
      goneWhy = isDown ? texts.takenDown : undefined,
      refused,
      caughtUpAt: until = newestNumber(log),
    } = live
    return {
      state: 'here',
      realm,
      connection: refused ? { state: 'waiting', ...refused } : connection,
      reconnect: refused?.retry ?? reconnect,
      messages: log.messages,
      earlier,
      presence,
      typing,
      // Whoever is banned may not speak, either.
      muted: live.muted || banned !== undefined,
      mutedUntil: live.mutedUntil,
      banned,
      gone: live.gone || isDown,
      goneWhy,
      firstNew: firstNew(log, { read, until, self: viewer ?? null }),
      markRead,
    }
  }, [realm, log, error, retry, live, read, connection, earlier, typing, markRead, viewer])
}

function useKnown(realmId: string) {
  const api = useApi()
  const detail = useQuery({
    ...realmQuery(api, realmId),
    // Once the realm is followed, a response requested earlier would overwrite newer data.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
  })
  const log = useQuery({ ...realmLogQuery(api, realmId), enabled: detail.data !== null })
  const failed = [detail, log].filter(({ data, isError }) => isError && data === undefined)
  const { refetch: askDetail } = detail
  const { refetch: askLog } = log
  const [lacksDetail, lacksLog] = [detail.data === undefined, log.data === undefined]
  const retry = useCallback(() => {
    if (lacksDetail) void askDetail()
    if (lacksLog) void askLog()
  }, [lacksDetail, lacksLog, askDetail, askLog])
  return { realm: detail.data, log: log.data, error: failed[0]?.error, retry }
}

function useLivePart(realmId: string, known: boolean): { live: LivePart; read: number | undefined } {
  const api = useApi()
  const client = useQueryClient()
  const [live, setLive] = useState(nothingReceived)
  const [read, setRead] = useState<number>()
  useEffect(() => {
    if (!known) return
    setRead(readMarks.read(realmId))
    setLive(nothingReceived)
    const followed = new FollowedRealm({
      realmId,
      realmConnection: pageConnection,
      known: knownRealm(client, api, realmId),
      time: browserReconnecting,
      onChange: setLive,
    })
    return () => followed.close()
  }, [client, api, realmId, known])
  useEffect(
    () => pageConnection.onBlocks(() => void client.invalidateQueries({ queryKey: blocksKey })),
    [client],
  )
  return { live, read }
}

function useEarlier(realmId: string, log: RealmLog | undefined): Earlier | undefined {
  const api = useApi()
  const client = useQueryClient()
  const { queryKey } = realmLogQuery(api, realmId)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (before: number) => askPage(api, realmId, { before }),
    onSuccess: (page) => client.setQueryData(queryKey, (known) => known && learnPage(known, page)),
  })
  const since = log?.since ?? 0
  return useMemo(
    () =>
      since > 0
        ? {
            load: () => mutate(since + 1),
            loading: isPending,
            problem: error ? explainError(error) : undefined,
          }
        : undefined,
    [since, mutate, isPending, error],
  )
}
