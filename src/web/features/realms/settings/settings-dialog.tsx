import { useLeaving } from '../../../blocks/form/leaving.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { ToolDialogProps } from '../panel/realm-tools.tsx'
import { SettingsForm } from './settings-form.tsx'

/** The realm's settings. Closing with unsaved changes asks first. */
export default function SettingsDialog({ realm, onClose }: ToolDialogProps) {
  const leaving = useLeaving(onClose)
  return (
    <Dialog open title="Realm settings" onClose={leaving.tryToLeave}>
      <SettingsForm realm={realm} leaving={leaving} />
    </Dialog>
  )
}
