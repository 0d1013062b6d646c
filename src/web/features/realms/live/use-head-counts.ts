import { useEffect, useState } from 'react'
import { useViewer } from '../../../lib/session/viewer.ts'
import { pageLine } from './page-line.ts'

const unknown: ReadonlyMap<string, number> = new Map()

/** How many are in some realms, of those of which the server has said so since they are shown. */
export function useHeadCounts(realmIds: readonly string[]): ReadonlyMap<string, number> {
  const viewer = useViewer()
  useEffect(() => pageLine.setViewer(viewer), [viewer])
  const [counts, setCounts] = useState(unknown)
  const key = realmIds.join()
  useEffect(() => {
    if (key === '') return
    return pageLine.watch(key.split(','), (news) =>
      setCounts((known) => new Map([...known, ...Object.entries(news)])),
    )
  }, [key])
  return counts
}
