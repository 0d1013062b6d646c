import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { useDelayedFlag } from '../../../lib/hooks/use-delayed-flag.ts'
import { useOnline } from '../../../lib/hooks/use-online.ts'
import { ApiError, useApi } from '../../../lib/http/api.ts'
import { browserReconnecting } from '../../../lib/http/reconnecting.ts'
import { nextFrame } from '../../../lib/next-frame.ts'
import { connectRun, followRun } from '../api/follow-run.ts'
import { runQuery } from '../api/runs.ts'
import type { Following } from '../run/run-head.tsx'

/** An interruption shorter than this, in milliseconds, is not shown. */
const UNSAID_MS = 600

/** Text is applied once per frame. A run that can't be read any more becomes null in the cache. */
export function useFollowing(options: { viewer: string | null; id: string; active: boolean }): Following {
  const { viewer, id, active } = options
  const api = useApi()
  const queryClient = useQueryClient()
  const online = useOnline()
  const [link, setLink] = useState<'live' | 'reconnecting' | 'lost'>('live')

  useEffect(() => {
    if (!active) return
    const gone = new AbortController()
    const { queryKey } = runQuery(api, viewer, id)
    let unpainted: SwarmRun | undefined
    const paint = () => {
      if (unpainted && !gone.signal.aborted) queryClient.setQueryData(queryKey, unpainted)
      unpainted = undefined
    }
    const listen = async () => {
      const follower = { signal: gone.signal, onConnection: setLink }
      for await (const { run, onlyWords } of followRun(connectRun(api, id), follower, browserReconnecting)) {
        const isWaiting = unpainted !== undefined
        unpainted = run
        if (!onlyWords) paint()
        else if (!isWaiting) nextFrame(paint)
      }
    }
    setLink('live')
    // A pending response would arrive later with less text.
    void queryClient.cancelQueries({ queryKey })
    listen().catch((error: unknown) => {
      if (gone.signal.aborted) return
      if (error instanceof ApiError && error.status === 404) queryClient.setQueryData(queryKey, null)
      else setLink('lost')
    })
    return () => gone.abort()
  }, [api, queryClient, viewer, id, active])

  const broken = useDelayedFlag(link === 'reconnecting', UNSAID_MS)
  if (!active) return 'over'
  if (link === 'lost') return 'lost'
  return broken || !online ? 'reconnecting' : 'live'
}
