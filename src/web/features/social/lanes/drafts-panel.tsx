import { useEffect, useRef, useState } from 'react'
import type { Platform } from '../../../../shared/social.ts'
import { countFor } from '../count/count-for.ts'
import type { DraftsView } from '../draft-store/drafts-session.ts'
import * as texts from '../texts.ts'
import { type Announced, announcement, announcementOf } from './announcement.ts'
import { type LaneActions, LaneView } from './lane-view.tsx'

export default function DraftsPanel(props: { drafts: DraftsView; actions: LaneActions }) {
  const { lanes, brief } = props.drafts
  if (!brief) return null
  return (
    <>
      <DraftsAnnouncer platform={brief.platform} drafts={props.drafts} />
      <ul
        aria-label={texts.drafts}
        className="grid items-start gap-4.5 md:grid-cols-[repeat(auto-fill,minmax(320px,1fr))]"
      >
        {lanes.map((lane, index) => (
          <LaneView
            key={lane.id}
            lane={lane}
            number={index + 1}
            platform={brief.platform}
            actions={props.actions}
          />
        ))}
      </ul>
    </>
  )
}

/** Says when drafts are written, and when one becomes too long or fits again; never word by word. */
function DraftsAnnouncer(props: { platform: Platform; drafts: DraftsView }) {
  const { platform, drafts } = props
  const [news, setNews] = useState({ said: 0, text: '' })
  const before = useRef<Announced>(null)
  useEffect(() => {
    const now = announcementOf(drafts, (text) => countFor(platform, text).over > 0)
    // Requested drafts may have ended before this component was loaded.
    before.current ??= drafts.fresh ? { ...now, rounds: 0 } : now
    const text = announcement(before.current, now)
    before.current = now
    if (text || now.writing > 0) setNews(({ said }) => ({ said: said + 1, text }))
  }, [drafts, platform])
  return (
    <div aria-live="polite" className="sr-only">
      {/* A new element each time, so that the same text is announced again. */}
      <p key={news.said}>{news.text}</p>
    </div>
  )
}
