import { useQuery } from '@tanstack/react-query'
import { useLeaving } from '../../../blocks/form/leaving.tsx'
import { FailedPanel } from '../../../blocks/list/instead.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { ToolDialogProps } from '../actions/membership.ts'
import { moderationQuery } from '../api/moderation-queries.ts'
import { SettingsForm } from './settings-form.tsx'
import * as texts from './texts.ts'

/** Closing with unsaved changes asks for confirmation. */
export default function SettingsDialog({ realm, onClose }: ToolDialogProps) {
  const leaving = useLeaving(onClose)
  const asked = useQuery(moderationQuery(useApi(), realm.id))
  return (
    <Dialog open title={texts.realmSettings} onClose={leaving.tryToLeave}>
      {asked.data ? (
        <SettingsForm realm={realm} heldWords={asked.data.heldWords} leaving={leaving} />
      ) : asked.error ? (
        <FailedPanel
          title={texts.settingsNotLoaded}
          failure={{ problem: explainError(asked.error), retry: () => void asked.refetch() }}
        />
      ) : (
        <div role="status" aria-label={texts.settingsLoading} className="skeleton h-80" />
      )}
    </Dialog>
  )
}
