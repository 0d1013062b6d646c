import { checkedBy, thisBrowser } from '../../blocks/saved-draft/persisted.ts'
import { sharedValue } from '../../blocks/saved-draft/shared-value.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { Keycap } from '../../ui/keycap.tsx'
import * as texts from '../texts.ts'

/** On by default. */
export const singleKeys = sharedValue(
  'singleKeys',
  checkedBy((value) => value === 'off'),
  thisBrowser,
)

/** WCAG 2.1.4 requires a way to turn them off. */
export function SingleKeys({ on }: { on: boolean }) {
  return (
    <div className="hidden items-center justify-between gap-4 text-13 text-muted pointer-fine:flex">
      {on ? (
        <p className="flex flex-wrap items-center gap-x-1.5">
          <Key>1</Key>–<Key>9</Key> {texts.keysBegin}
          <Key>/</Key> {texts.keySearches}
        </p>
      ) : (
        <p>{texts.keysOff}</p>
      )}
      <Switch
        on={on}
        onChange={(next) => singleKeys.set(next ? undefined : 'off')}
        aria-label={texts.singleKeys}
      />
    </div>
  )
}

function Key({ children }: { children: string }) {
  return (
    <>
      <Keycap className="grid">{children}</Keycap>
      <span className="sr-only">{children}</span>
    </>
  )
}
