import { useLeaving } from '../../../blocks/form/leaving.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { ToolDialogProps } from '../actions/membership.ts'
import * as texts from '../texts.ts'
import { SettingsForm } from './settings-form.tsx'

/** Closing with unsaved changes asks for confirmation. */
export default function SettingsDialog({ realm, onClose }: ToolDialogProps) {
  const leaving = useLeaving(onClose)
  return (
    <Dialog open title={texts.realmSettings} onClose={leaving.tryToLeave}>
      <SettingsForm realm={realm} leaving={leaving} />
    </Dialog>
  )
}
