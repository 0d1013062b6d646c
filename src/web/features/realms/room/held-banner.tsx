import { type ComponentType, lazy, Suspense } from 'react'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import type { Membership } from '../actions/membership.ts'
import { heldLine } from '../actions/turn-words.ts'

// Few people ever see the button, and the sentence beside it does not depend on it.
const GoOnButton = lazy<ComponentType<{ realmId: string; onDone: () => void }>>(() =>
  import('./go-on-button.tsx').catch(() => ({ default: () => null })),
)

/** Stands above where one writes while a cap keeps agents from answering, once the last of them has said its words. */
export function HeldBanner(props: {
  realm: RealmDetail
  membership: Membership
  speaking: boolean
  /** After the agents were let go on, when the button is about to go. */
  onDone: () => void
}) {
  const { realm, membership } = props
  const held = props.speaking ? null : realm.held
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
          {held === 'turns' && membership.participant && !membership.muted && (
            <Suspense fallback={null}>
              <GoOnButton realmId={realm.id} onDone={props.onDone} />
            </Suspense>
          )}
        </>
      )}
    </div>
  )
}
