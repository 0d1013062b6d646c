import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UNDO_DELETE_MS } from '../../../../shared/common/limits.ts'
import { ConfirmDialog, notDeleted } from '../../../blocks/undoable-delete/confirm-dialog.tsx'
import { offerUndo } from '../../../blocks/undoable-delete/offer-undo.ts'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { confirmWithSignature, type NotConfirmed } from '../../../lib/http/confirm-with-signature.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { withWallet } from '../../../lib/http/identity.ts'
import { currentViewer } from '../../../lib/session/viewer.ts'
import { toast } from '../../../ui/toast.ts'
import * as texts from '../texts.tsx'

/**
 * The dialog that deletes everything: it asks for confirmation, requests a signature, and offers for ten seconds to
 * undo it.
 */
export default function DeleteEverythingDialog({ onClose }: { onClose: () => void }) {
  const remove = useDeleteEverything(onClose)
  return (
    <ConfirmDialog
      title={texts.deleteEverythingTitle}
      description={texts.deleteEverythingAbout}
      action={{
        label: texts.deleteAction,
        busyLabel: texts.waitingForWallet,
        busy: remove.isPending,
        go: () => remove.mutate(),
      }}
      keep={texts.keepEverything}
      problem={notDeleted(remove)}
      onClose={onClose}
    >
      <ul className="grid gap-2.5 text-sm leading-relaxed text-soft">
        {texts.whatGoes.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

function useDeleteEverything(onDeleted: () => void) {
  const api = useApi()
  const client = useQueryClient()

  return useMutation({
    mutationFn: async (): Promise<NotConfirmed | null> => {
      const owner = currentViewer(client, api)
      const signed = await confirmWithSignature({ action: 'delete-everything' })
      if (signed.state !== 'signed') return signed
      const { deletedAt } = await unwrap(api.me.$delete({}, { headers: signed.headers }))
      // After this time the deletion is final, and the server has ended the session.
      const leaving = window.setTimeout(() => void leave(owner), UNDO_DELETE_MS)
      offerUndo(texts.everythingDeleted, () => {
        window.clearTimeout(leaving)
        void undo(deletedAt)
      })
      await client.invalidateQueries()
      onDeleted()
      return null
    },
  })

  async function leave(owner: string | null) {
    const viewer = currentViewer(client, api)
    // Another wallet that signed in meanwhile stays.
    if (viewer === null || viewer === owner) await withWallet((wallet) => wallet.signOut())
    await client.invalidateQueries()
  }

  async function undo(deletedAt: string) {
    try {
      await unwrap(api.me.restore.$post({ json: { deletedAt } }))
      await client.invalidateQueries()
      toast.success(texts.everythingRestored)
    } catch (error) {
      toast.error(texts.notRestored(explainError(error)))
    }
  }
}
