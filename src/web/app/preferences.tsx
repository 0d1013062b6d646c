import { useSharedValue } from '../blocks/saved-draft/shared-value.ts'
import { keepNothingFirst } from '../features/chat/keep-nothing-first.ts'
import { SwitchField } from '../ui/form/switch-field.tsx'
import { singleKeys } from './hub/single-keys.tsx'
import * as texts from './texts.ts'

/** The settings that are stored in this browser. */
export function Preferences() {
  const keepsNothing = useSharedValue(keepNothingFirst) === 'on'
  const keysOn = useSharedValue(singleKeys) !== 'off'
  return (
    <div className="panel hairline cut grid gap-6 p-5 lg:p-6">
      <SwitchField
        name="keepConversations"
        label={texts.keepConversations}
        hint={texts.keepConversationsHint}
        value={!keepsNothing}
        onChange={(keep) => keepNothingFirst.set(keep ? undefined : 'on')}
      />
      <SwitchField
        name="singleKeys"
        label={texts.singleKeys}
        hint={texts.singleKeysHint}
        value={keysOn}
        onChange={(on) => singleKeys.set(on ? undefined : 'off')}
      />
    </div>
  )
}
