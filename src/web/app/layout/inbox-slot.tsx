import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../lib/http/api.ts'
import { useViewer, viewerQuery } from '../../lib/session/viewer.ts'

/** What waits for the viewer; its code loads for somebody who is signed in. */
export function InboxSlot({ isRow = false }: { isRow?: boolean }) {
  const viewer = useViewer()
  // Without an answer of the server somebody may still be signed in.
  const isNobody = useQueryClient().getQueryData(viewerQuery(useApi()).queryKey) === null && viewer === null
  const wasSignedIn = useRef(false)
  const [loaded, setLoaded] = useState<typeof import('./inbox-mark.tsx')>()
  useEffect(() => {
    // A browser that was allowed to show notifications is told nothing for who has left it.
    const isLeft = isNobody && (wasSignedIn.current || mayBeTold()) && !isRow
    wasSignedIn.current = Boolean(viewer)
    if (!viewer && !isLeft) return
    import('./inbox-mark.tsx').then(
      (module) => (isLeft ? void module.leaveInbox() : setLoaded(module)),
      () => {},
    )
  }, [viewer, isNobody, isRow])
  if (!viewer || !loaded) return null
  return isRow ? <loaded.InboxRow owner={viewer} /> : <loaded.InboxMark owner={viewer} />
}

const mayBeTold = () => typeof Notification !== 'undefined' && Notification.permission === 'granted'
