import { useEffect, useRef, useState } from 'react'
import type { Platform } from '../../../../shared/social.ts'
import { countFor } from '../count/count-for.ts'
import type { Lane } from '../desk/lanes.ts'
import { announcement, type Told, toldOf } from './announcement.ts'

/** Tells a screen reader when drafts are written, and when one begins or ceases to be too long: never word by word. */
export function DraftsAnnouncer(props: {
  platform: Platform
  lanes: readonly Lane[]
  /** Drafts that were asked for may have been quicker than the code that shows them. */
  fresh: boolean
}) {
  const { platform, lanes, fresh } = props
  const [news, setNews] = useState('')
  const before = useRef<Told>(null)
  useEffect(() => {
    const now = toldOf(lanes, (text) => countFor(platform, text).over > 0)
    before.current ??= fresh ? { ...now, writing: now.count } : now
    const said = announcement(before.current, now)
    before.current = now
    if (said || now.writing > 0) setNews(said)
  }, [lanes, platform, fresh])
  return (
    <p aria-live="polite" className="sr-only">
      {news}
    </p>
  )
}
