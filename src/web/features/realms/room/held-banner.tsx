import type { RealmDetail } from '../../../../shared/realms.ts'
import { Button } from '../../../ui/button.tsx'
import type { Standing } from './standing.ts'
import { heldLine } from './turn-words.ts'
import { useGoOn } from './use-go-on.ts'

/** Stands above where one writes while a cap keeps agents from answering, once the last of them has said its words. */
export function HeldBanner(props: {
  realm: RealmDetail
  standing: Standing
  /** Whether an agent says something at this moment. */
  speaking: boolean
  /** After the agents were let go on, when the button is about to go. */
  onDone: () => void
}) {
  const { realm, standing } = props
  const held = props.speaking ? null : realm.held
  const { letGoOn, busy } = useGoOn(realm.id, props.onDone)
  return (
    <div
      role="status"
      className={
        held
          ? 'mb-2 flex animate-rise flex-wrap items-center gap-x-4 gap-y-1 border-l-2 border-magenta py-1 pl-4'
          : 'sr-only'
      }
    >
      {held && (
        <>
          <p className="min-w-[min(100%,16rem)] flex-1 text-sm text-soft">{heldLine(held, realm)}</p>
          {held === 'turns' && standing.participant && !standing.muted && (
            <Button size="small" className="max-md:min-h-11" aria-disabled={busy} onClick={letGoOn}>
              {busy ? 'One moment' : 'Let them go on'}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
