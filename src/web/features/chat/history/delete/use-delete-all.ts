import { useMutation } from '@tanstack/react-query'
import type { DeletedConversations } from '../../../../../shared/chat/conversations.ts'
import type { SignedAction } from '../../../../../shared/session/fresh-signature.ts'
import { counted } from '../../../../blocks/list/list-view.tsx'
import { offerUndo } from '../../../../blocks/undoable-delete/offer-undo.ts'
import { useApi } from '../../../../lib/http/api.ts'
import { explainError } from '../../../../lib/http/explain-error.ts'
import { type Confirmation, withWallet } from '../../../../lib/http/identity.ts'
import { useNavigate } from '../../../../lib/router/router.tsx'
import { toast } from '../../../../ui/toast.ts'
import { tellTabs } from '../../conversation/conversation-channel.ts'
import { deleteConversations, restoreConversations } from '../api/change-conversation.ts'
import { useConversationCache } from '../api/use-conversation-cache.ts'

/** Why nothing was deleted, where the wallet gave no signature. */
export type NotConfirmed = Exclude<Confirmation, { state: 'signed' }>

/**
 * Deletes all of the wallet's conversations once it has signed for that, and offers for ten seconds to undo it. Its data
 * says why nothing was deleted, and is null where all were.
 */
export function useDeleteAll(shownAgentId: string | undefined, onDeleted: () => void) {
  const api = useApi()
  const navigate = useNavigate()
  const cache = useConversationCache()

  async function undo({ count, deletedAt }: DeletedConversations) {
    try {
      await restoreConversations(api, deletedAt)
      toast.success(`${conversations(count)} restored`)
    } catch (error) {
      toast.error(`The conversations could not be brought back. ${explainError(error)}`)
    }
    tellTabs({ type: 'all restored' })
  }

  return useMutation({
    mutationFn: async (): Promise<NotConfirmed | null> => {
      const confirmation = await confirmWithSignature('delete-conversations')
      if (confirmation.state !== 'signed') return confirmation
      const deleted = await deleteConversations(api, confirmation.headers)
      await cache.removeAll()
      if (shownAgentId) await navigate(`/chat/${shownAgentId}`)
      tellTabs({ type: 'all deleted' })
      offerUndo(`${conversations(deleted.count)} deleted`, () => void undo(deleted))
      return null
    },
    onSuccess: (notConfirmed) => {
      if (!notConfirmed) onDeleted()
    },
  })
}

const conversations = (count: number) => counted(count, 'conversation')

/**
 * Asks the wallet of the session to sign for an action that the session alone may not do. A wallet that is not connected,
 * as after a reload, is connected first. Nothing is lost where the person declines.
 */
async function confirmWithSignature(action: SignedAction): Promise<Confirmation> {
  const confirmation = await withWallet((wallet) => wallet.confirm(action))
  const problem = 'The wallet can’t be asked just now. Check the connection and try again.'
  return confirmation ?? { state: 'failed', problem }
}
