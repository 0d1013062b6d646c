import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../blocks/undoable-delete/confirm-dialog.tsx'
import { useApi, withSession } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import type { ToolDialogProps } from '../actions/membership.ts'
import { leaveRealm } from '../api/change-realm.ts'
import { realmListsKey, realmQuery, realmsKey } from '../api/realm.ts'
import * as texts from './texts.ts'

/** The viewer can still read, and sending a message joins again. */
export default function LeaveDialog({ realm, membership, onClose }: ToolDialogProps) {
  const api = useApi()
  const client = useQueryClient()
  const leave = useMutation({
    mutationFn: () => withSession(() => leaveRealm(api, realm.id)),
    onSuccess: (done) => {
      if (done === null) return
      client.setQueryData(
        realmQuery(api, realm.id).queryKey,
        (known) =>
          known && {
            ...known,
            participants: known.participants.filter((wallet) => wallet !== membership.wallet),
          },
      )
      void client.invalidateQueries({ queryKey: realmListsKey })
      void client.invalidateQueries({ queryKey: [...realmsKey, 'mine'] })
      toast.success(texts.youLeft(realm.name))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={texts.leaveTitle(realm.name)}
      description={texts.leaveAbout(membership.creator)}
      action={{
        label: texts.leaveIt,
        busyLabel: texts.leaving,
        busy: leave.isPending,
        go: () => leave.mutate(),
      }}
      keep={texts.stay}
      problem={leave.error ? { title: texts.notLeft, text: explainError(leave.error) } : undefined}
      onClose={onClose}
    />
  )
}
