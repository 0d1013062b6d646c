import { useQueryClient } from '@tanstack/react-query'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { ConfirmDialog } from '../../../blocks/undoable-delete/confirm-dialog.tsx'
import { useUndoableDelete } from '../../../blocks/undoable-delete/use-undoable-delete.ts'
import { useApi, withSession } from '../../../lib/http/api.ts'
import type { ToolDialogProps } from '../actions/membership.ts'
import { deleteRealm, restoreRealm } from '../api/change-realm.ts'
import { realmQuery, realmsKey } from '../api/realm.ts'
import * as realmTexts from '../texts.ts'
import * as texts from './texts.ts'

/** Deleting a realm removes it for everybody in it. */
export default function DeleteDialog({ realm, onClose }: ToolDialogProps) {
  const remove = useDeleteRealm()
  return (
    <ConfirmDialog
      title={texts.deleteTitle(realm.name)}
      description={texts.deleteAbout}
      action={{
        label: texts.deleteIt,
        busyLabel: texts.deleting,
        busy: remove.isPending,
        go: () => remove.mutate(realm),
      }}
      keep={realmTexts.keep}
      problem={remove.problem}
      onClose={onClose}
    />
  )
}

const words = {
  deleted: texts.realmDeleted,
  restored: texts.realmRestored,
  notDeleted: texts.realmNotDeleted,
  notRestored: texts.realmNotRestored,
}

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
