import { SearchIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { useFocusWhenChosen } from './use-focus-when-chosen.ts'

/** Section 2: where an id matches no realm. The finder stands with it. */
export function MissingRealm() {
  const { panel, target } = useFocusWhenChosen<HTMLDivElement>()
  return (
    <section ref={panel} aria-label="Realm not found" className="scroll-mt-[calc(var(--header-height)+18px)]">
      <div ref={target} tabIndex={-1} className="outline-none">
        <StatePanel icon={<SearchIcon />} heading="h2" title="Realm not found">
          No realm has this address. It may have been deleted, or the link is mistyped. Ask for it again, or
          find the realm by its name.
        </StatePanel>
      </div>
    </section>
  )
}
