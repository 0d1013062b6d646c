import type { RealmDetail } from '../../../../shared/realms.ts'
import { useZone } from '../chat/use-zone.ts'
import { MadeBy } from '../made-by.tsx'
import { PanelSection } from './panel-section.tsx'
import { RealmTools } from './realm-tools.tsx'
import type { Standing } from './standing.ts'

/** What the realm is for, who made it, and what can be done with it as a whole. */
export function About(props: { realm: RealmDetail; standing: Standing; gone: boolean }) {
  const { realm } = props
  return (
    <PanelSection title="About">
      {realm.description && (
        <p className="pb-3 text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere text-soft">
          {realm.description}
        </p>
      )}
      <p className="text-[13px] leading-relaxed text-muted">
        <MadeBy wallet={realm.createdBy} />
        <MadeOn date={realm.createdAt} />
        {realm.unlisted && (
          <span className="block">Unlisted: whoever has its link can open it, and nobody finds it.</span>
        )}
      </p>
      {!props.gone && <RealmTools realm={realm} standing={props.standing} />}
    </PanelSection>
  )
}

/** The day depends on where the reader is, which the server does not know. */
function MadeOn({ date }: { date: string }) {
  if (useZone() === 'utc') return null
  const day = new Date(date).toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric' })
  return <time dateTime={date}>{` on ${day}`}</time>
}
