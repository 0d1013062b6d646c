import { RowSkeleton } from '../../../blocks/list/list-view.tsx'
import { Link } from '../../../lib/router/router.tsx'
import { HereNow } from '../here-now.tsx'
import { participantCount } from '../participant-count.ts'
import { RealmSigil } from '../realm-sigil.tsx'
import { UnlistedMark } from '../unlisted-mark.tsx'
import { chosenHere } from './join-address.ts'
import type { FoundRealm } from './use-finder.ts'

const line = 'relative after:absolute after:inset-x-3 after:bottom-0 after:h-px after:bg-line'

export function FoundRealmItem(props: {
  realm: FoundRealm
  /** Undefined while it is not known. */
  here: number | undefined
  to: string
  isShown: boolean
}) {
  const { realm } = props
  return (
    <li className={`min-w-0 ${line}`}>
      <Link
        to={props.to}
        state={chosenHere}
        aria-current={props.isShown ? 'true' : undefined}
        className="flex items-center gap-3.5 px-3 py-3 transition-colors hover:bg-cyan/4 focus-visible:-outline-offset-3 aria-[current=true]:bg-cyan/7"
      >
        <RealmSigil id={realm.id} className="size-11" />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="display truncate text-15 leading-snug font-semibold">{realm.name}</span>
          <span className="truncate text-13 text-muted">
            {realm.unlisted ? <UnlistedMark /> : realm.description || participantCount(realm)}
          </span>
        </span>
        <HereNow count={props.here ?? 0} className="flex-none text-13" />
      </Link>
    </li>
  )
}

export const FoundRealmSkeleton = () => (
  <RowSkeleton
    className={`items-center gap-3.5 px-3 py-3 ${line}`}
    picture="size-11"
    text="grid gap-2"
    lines={['h-3.5 w-2/5', 'h-3 w-3/4']}
  />
)
