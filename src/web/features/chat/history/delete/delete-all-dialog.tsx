import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../../blocks/undoable-delete/confirm-dialog.tsx'
import { useApi } from '../../../../lib/http/api.ts'
import { explainError } from '../../../../lib/http/explain-error.ts'
import { useIdentity } from '../../../../lib/http/identity.ts'
import { countConversations } from '../api/change-conversation.ts'
import { conversationsKey } from '../api/conversation-list.ts'
import { useDeleteAll } from './use-delete-all.ts'

/** Deleting all conversations asks first, says how many they are, and has the wallet sign for it. */
export default function DeleteAllDialog(props: {
  shownAgentId: string | undefined
  onClose: () => void
  onDeleted: () => void
}) {
  const api = useApi()
  const counted = useQuery({
    queryKey: [...conversationsKey, 'count'],
    queryFn: () => countConversations(api),
    staleTime: 0,
    gcTime: 0,
  })
  const isConnected = useIdentity().state !== 'visitor'
  const remove = useDeleteAll(props.shownAgentId, props.onDeleted)
  return (
    <ConfirmDialog
      title={`Delete ${howMany(counted.data)}?`}
      description="With every agent, and whatever is being answered stops. For ten seconds you can undo it; then they are gone."
      action={{
        label: 'Delete all',
        busyLabel: 'Waiting for the wallet',
        busy: remove.isPending,
        go: () => remove.mutate(),
      }}
      keep="Keep them"
      problem={problemOf(remove)}
      onClose={props.onClose}
    >
      <p className="text-sm text-soft">
        {isConnected
          ? 'Your wallet signs that you want this. '
          : 'Your wallet signs that you want this. It is not connected to this page just now, so you connect it first. '}
        The signature sends no transaction and costs nothing.
      </p>
    </ConfirmDialog>
  )
}

function problemOf({ error, data }: Pick<ReturnType<typeof useDeleteAll>, 'error' | 'data'>) {
  if (error) return { title: 'They could not be deleted.', text: explainError(error) }
  switch (data?.state) {
    case 'declined':
      return {
        tone: 'info' as const,
        title: 'Nothing was deleted.',
        text: 'The wallet did not sign. You can ask it again.',
      }
    case 'failed':
      return { title: 'Nothing was deleted.', text: data.problem }
    case undefined:
      return undefined
  }
}

function howMany(counted: { count: number; more: boolean } | undefined): string {
  if (!counted) return 'all conversations'
  if (counted.more) return `all conversations, more than ${counted.count}`
  return counted.count === 1 ? 'your one conversation' : `all ${counted.count} conversations`
}
