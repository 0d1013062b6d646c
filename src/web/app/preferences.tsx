import { useSharedValue } from '../blocks/saved-draft/shared-value.ts'
import { keepNothingFirst } from '../features/chat/keep-nothing-first.ts'
import { SwitchField } from '../ui/form/switch-field.tsx'
import { singleKeys } from './hub/single-keys.tsx'

/** The settings that are stored in this browser. */
export function Preferences() {
  const keepsNothing = useSharedValue(keepNothingFirst) === 'on'
  const keysOn = useSharedValue(singleKeys) !== 'off'
  return (
    <div className="panel hairline cut grid gap-6 p-5 lg:p-6">
      <SwitchField
        name="keepConversations"
        label="Keep conversations"
        hint="New ones are stored for your wallet alone. Off, they stay in their page and end with it; each can be set otherwise before it begins."
        value={!keepsNothing}
        onChange={(keep) => keepNothingFirst.set(keep ? undefined : 'on')}
      />
      <SwitchField
        name="singleKeys"
        label="Single keys"
        hint="Where you choose whom to talk with, 1 to 9 begin a chat and / searches."
        value={keysOn}
        onChange={(on) => singleKeys.set(on ? undefined : 'off')}
      />
    </div>
  )
}
