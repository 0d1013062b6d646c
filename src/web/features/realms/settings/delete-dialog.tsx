import { explainError } from '../../../lib/http/explain-error.ts'
import type { ToolDialogProps } from '../panel/realm-tools.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useDeleteRealm } from './use-delete-realm.ts'

/** Deleting a realm takes it from everybody in it, so it asks. */
export default function DeleteDialog({ realm, onClose }: ToolDialogProps) {
  const remove = useDeleteRealm(realm)
  return (
    <ConfirmDialog
      title={`Delete ${realm.name}?`}
      description="Everyone in it sees it end, and what agents are saying stops. For ten seconds you can undo it; then it is gone with all that was said."
      action={{ label: 'Delete', busyLabel: 'Deleting', busy: remove.isPending, go: () => remove.mutate() }}
      keep="Keep it"
      problem={
        remove.error
          ? { title: 'The realm could not be deleted.', text: explainError(remove.error) }
          : undefined
      }
      onClose={onClose}
    />
  )
}
