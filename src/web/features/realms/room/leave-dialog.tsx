import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import { leaveRealm } from '../api/change-realm.ts'
import { realmQuery } from '../api/realm.ts'
import { realmListsKey, realmsKey } from '../api/realm-list.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { ToolDialogProps } from './realm-tools.tsx'
import { useSessionDeed } from './use-session-deed.ts'

/** Takes the reader out of the participants; reading stays open, and sending joins again. */
export default function LeaveDialog({ realm, standing, onClose }: ToolDialogProps) {
  const api = useApi()
  const client = useQueryClient()
  const withSession = useSessionDeed()
  const leave = useMutation({
    mutationFn: () => withSession(() => leaveRealm(api, realm.id)),
    onSuccess: (done) => {
      if (done === null) return
      client.setQueryData(
        realmQuery(api, realm.id).queryKey,
        (known) =>
          known && {
            ...known,
            participants: known.participants.filter((wallet) => wallet !== standing.wallet),
          },
      )
      void client.invalidateQueries({ queryKey: realmListsKey })
      void client.invalidateQueries({ queryKey: [...realmsKey, 'mine'] })
      toast.success(`You left ${realm.name}`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Leave ${realm.name}?`}
      description={`What you said stays, and you can still read. Sending a message joins again.${standing.creator ? ' You stay its creator.' : ''}`}
      deed={{ label: 'Leave', busyLabel: 'Leaving', busy: leave.isPending, go: () => leave.mutate() }}
      keep="Stay"
      problem={leave.error ? { title: 'You could not leave.', text: explainError(leave.error) } : undefined}
      onClose={onClose}
    />
  )
}
