import { useRef, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import type { ToolDialogProps } from '../panel/realm-tools.tsx'
import { SettingsForm } from './settings-form.tsx'

/** The realm's settings. Closing with unsaved changes asks first. */
export default function SettingsDialog({ realm, onClose }: ToolDialogProps) {
  const dirty = useRef(false)
  const [leaving, setLeaving] = useState(false)
  return (
    <Dialog open title="Realm settings" onClose={() => (dirty.current ? setLeaving(!leaving) : onClose())}>
      <SettingsForm
        realm={realm}
        onDirty={(now) => {
          dirty.current = now
        }}
        leaving={leaving}
        onStay={() => setLeaving(false)}
        onClose={onClose}
      />
    </Dialog>
  )
}
