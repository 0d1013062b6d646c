import { useEffect, useState } from 'react'
import { useViewer } from '../../../lib/session/viewer.ts'
import { pageConnection } from './page-connection.ts'

const unknown: ReadonlyMap<string, number> = new Map()

/** The head counts of the given realms, as far as the server has sent them since mounting. */
export function useHeadCounts(realmIds: readonly string[]): ReadonlyMap<string, number> {
  const viewer = useViewer()
  useEffect(() => pageConnection.setViewer(viewer), [viewer])
  const [counts, setCounts] = useState(unknown)
  const key = realmIds.join()
  useEffect(() => {
    if (key === '') return
    return pageConnection.watch(key.split(','), (news) =>
      setCounts((known) => new Map([...known, ...Object.entries(news)])),
    )
  }, [key])
  return counts
}
