import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UNDO_DELETE_MS } from '../../../../shared/common/limits.ts'
import { ConfirmDialog, notDeleted } from '../../../blocks/undoable-delete/confirm-dialog.tsx'
import { offerUndo } from '../../../blocks/undoable-delete/offer-undo.ts'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { confirmWithSignature, type NotConfirmed } from '../../../lib/http/confirm-with-signature.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { withWallet } from '../../../lib/http/identity.ts'
import { toast } from '../../../ui/toast.ts'

/**
 * The dialog that deletes everything: it asks for confirmation, requests a signature, and offers for ten seconds to
 * undo it.
 */
export default function DeleteEverythingDialog({ onClose }: { onClose: () => void }) {
  const remove = useDeleteEverything(onClose)
  return (
    <ConfirmDialog
      title="Delete everything of yours?"
      description="For ten seconds you can undo it. Then it is final, you are signed out everywhere, and within a day it is gone."
      action={{
        label: 'Delete everything',
        busyLabel: 'Waiting for the wallet',
        busy: remove.isPending,
        go: () => remove.mutate(),
      }}
      keep="Keep it"
      problem={notDeleted(remove)}
      onClose={onClose}
    >
      <ul className="grid gap-2.5 text-sm leading-relaxed text-soft">
        <li>Agents, conversations, runs, drafts, profile, votes and favourites go.</li>
        <li>A realm of yours in which others spoke stays, without you. Your other realms go.</li>
        <li>What you said in realms of others is emptied and keeps its place.</li>
        <li>Your wallet signs for it. That sends no transaction and costs nothing.</li>
      </ul>
    </ConfirmDialog>
  )
}

function useDeleteEverything(onDeleted: () => void) {
  const api = useApi()
  const client = useQueryClient()

  return useMutation({
    mutationFn: async (): Promise<NotConfirmed | null> => {
      const signed = await confirmWithSignature({ action: 'delete-everything' })
      if (signed.state !== 'signed') return signed
      const { deletedAt } = await unwrap(api.me.$delete({}, { headers: signed.headers }))
      // After this time the deletion is final, and the server has ended the session.
      const leaving = window.setTimeout(() => void leave(), UNDO_DELETE_MS)
      offerUndo('Everything of yours is deleted.', () => {
        window.clearTimeout(leaving)
        void undo(deletedAt)
      })
      await client.invalidateQueries()
      onDeleted()
      return null
    },
  })

  async function leave() {
    await withWallet((wallet) => wallet.signOut())
    await client.invalidateQueries()
  }

  async function undo(deletedAt: string) {
    try {
      await unwrap(api.me.restore.$post({ json: { deletedAt } }))
      await client.invalidateQueries()
      toast.success('Everything is back')
    } catch (error) {
      toast.error(`It could not be brought back. ${explainError(error)}`)
    }
  }
}
