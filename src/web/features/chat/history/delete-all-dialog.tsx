import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { countConversations } from './api/change-conversation.ts'
import { conversationsKey } from './api/conversation-list.ts'
import { useDeleteAll } from './use-delete-all.ts'

/** Deleting all conversations asks first, and says how many they are. */
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
        {remove.isError && (
          <Notice tone="bad" title="They could not be deleted.">
            {explainError(remove.error)}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            tone="danger"
            aria-disabled={remove.isPending}
            onClick={() => remove.isPending || remove.mutate()}
          >
            {remove.isPending ? 'Deleting' : 'Delete all'}
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
