import { useQueryClient } from '@tanstack/react-query'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { ConfirmDialog } from '../../../blocks/undoable-delete/confirm-dialog.tsx'
import { useUndoableDelete } from '../../../blocks/undoable-delete/use-undoable-delete.ts'
import { useApi, withSession } from '../../../lib/http/api.ts'
import { deleteRealm, restoreRealm } from '../api/change-realm.ts'
import { realmQuery, realmsKey } from '../api/realm.ts'
import type { ToolDialogProps } from '../panel/realm-tools.tsx'
import * as texts from '../texts.tsx'

/** Asks for confirmation, because deleting a realm removes it for everybody in it. */
export default function DeleteDialog({ realm, onClose }: ToolDialogProps) {
  const remove = useDeleteRealm()
  return (
    <ConfirmDialog
      title={texts.deleteNamed(realm.name)}
      description={texts.everyoneSeesEndWhatAgents}
      action={{
        label: 'Delete',
        busyLabel: 'Deleting',
        busy: remove.isPending,
        go: () => remove.mutate(realm),
      }}
      keep={texts.keepIt}
      problem={remove.problem}
      onClose={onClose}
    />
  )
}

const words = {
  deleted: texts.deleteDialogRealmDeleted,
  restored: texts.realmRestored,
  notDeleted: texts.realmCouldNotDeleted,
  notRestored: texts.realmCouldNotBroughtBack,
}

/** A mutation that deletes the shown realm and navigates to the list. */
function useDeleteRealm() {
  const api = useApi()
  const client = useQueryClient()
  return useUndoableDelete<RealmDetail, RealmDetail>({
    remove: ({ id }) => withSession(() => deleteRealm(api, id)),
    restore: ({ id }) => withSession(() => restoreRealm(api, id)),
    words: () => words,
    place: ({ id }) => ({ after: '/realm', back: `/realm/${id}` }),
    // Nothing is refetched here, because the unmounting screen would request what is gone.
    onDeleted: () => client.invalidateQueries({ queryKey: realmsKey, refetchType: 'none' }),
    onRestored({ id }, back) {
      client.setQueryData(realmQuery(api, id).queryKey, back)
      void client.invalidateQueries({ queryKey: realmsKey })
    },
  })
}
