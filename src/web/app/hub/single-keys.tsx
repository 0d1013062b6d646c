import { createRememberedSwitch } from '../../lib/remembered-switch.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { Keycap } from '../../ui/keycap.tsx'

/** Whether single keys act on the hub, in this browser. */
export const singleKeys = createRememberedSwitch('singleKeys')

/** What the single keys do, and where they are turned off (WCAG 2.1.4). */
export function SingleKeys({ on }: { on: boolean }) {
  return (
    <div className="hidden items-center justify-between gap-4 text-[13px] text-muted pointer-fine:flex">
      {on ? (
        <p className="flex flex-wrap items-center gap-x-1.5">
          <Key>1</Key>–<Key>9</Key> begin a chat,
          <Key>/</Key> searches
        </p>
      ) : (
        <p>Single keys are off</p>
      )}
      <Switch on={on} onChange={singleKeys.set} aria-label="Single keys" />
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
