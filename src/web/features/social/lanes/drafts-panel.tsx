import type { DraftsView } from '../desk/drafts-session.ts'
import { DraftsAnnouncer } from './drafts-announcer.tsx'
import { type LaneDeeds, LaneView } from './lane-view.tsx'

/** The drafts of a brief, side by side where there is room. */
export default function DraftsPanel(props: { drafts: DraftsView; deeds: LaneDeeds }) {
  const { lanes, brief } = props.drafts
  if (!brief) return null
  return (
    <>
      <DraftsAnnouncer platform={brief.platform} drafts={props.drafts} />
      <ul
        aria-label="Drafts"
        className="grid items-start gap-4.5 md:grid-cols-[repeat(auto-fill,minmax(320px,1fr))]"
      >
        {lanes.map((lane, index) => (
          <LaneView
            key={lane.id}
            lane={lane}
            number={index + 1}
            platform={brief.platform}
            deeds={props.deeds}
          />
        ))}
      </ul>
    </>
  )
}
