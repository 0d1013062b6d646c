import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../../lib/http/api.ts'
import { explainError } from '../../../../lib/http/explain-error.ts'
import { useIdentity } from '../../../../lib/http/identity.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Notice } from '../../../../ui/form/notice.tsx'
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
    <Dialog
      open
      width="narrow"
      title={`Delete ${howMany(counted.data)}?`}
      description="With every agent, and whatever is being answered stops. For ten seconds you can undo it; then they are gone."
      onClose={props.onClose}
    >
      <div className="grid gap-4">
        <p className="text-sm text-soft">
          {isConnected
            ? 'Your wallet signs that you want this. '
            : 'Your wallet signs that you want this. It is not connected to this page just now, so you connect it first. '}
          The signature sends no transaction and costs nothing.
        </p>
        {remove.isError && (
          <Notice tone="bad" title="They could not be deleted.">
            {explainError(remove.error)}
          </Notice>
        )}
        {remove.data?.state === 'declined' && (
          <Notice tone="info" title="Nothing was deleted.">
            The wallet did not sign. You can ask it again.
          </Notice>
        )}
        {remove.data?.state === 'failed' && (
          <Notice tone="bad" title="Nothing was deleted.">
            {remove.data.problem}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            tone="danger"
            aria-disabled={remove.isPending}
            onClick={() => remove.isPending || remove.mutate()}
          >
            {remove.isPending ? 'Waiting for the wallet' : 'Delete all'}
          </Button>
          <Button onClick={props.onClose}>Keep them</Button>
        </div>
      </div>
    </Dialog>
  )
}

function howMany(counted: { count: number; more: boolean } | undefined): string {
  if (!counted) return 'all conversations'
  if (counted.more) return `all conversations, more than ${counted.count}`
  return counted.count === 1 ? 'your one conversation' : `all ${counted.count} conversations`
}
