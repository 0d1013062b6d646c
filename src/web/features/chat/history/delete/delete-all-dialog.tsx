import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { ConfirmDialog, notDeleted } from '../../../../blocks/undoable-delete/confirm-dialog.tsx'
import { useApi } from '../../../../lib/http/api.ts'
import { useIdentity } from '../../../../lib/http/identity.ts'
import * as texts from '../../texts.tsx'
import { countConversations } from '../api/change-conversation.ts'
import { conversationsKey } from '../api/conversation-list.ts'
import { useDeleteAll } from './use-delete-all.ts'

/** Deletes all conversations after a signature of the wallet. */
export default function DeleteAllDialog(props: {
  shownAgentId: string | undefined
  heading: RefObject<HTMLElement | null>
  onClose: () => void
}) {
  const api = useApi()
  const counted = useQuery({
    queryKey: [...conversationsKey, 'count'],
    queryFn: () => countConversations(api),
    staleTime: 0,
    gcTime: 0,
  })
  const isConnected = useIdentity().state !== 'visitor'
  const isDeleted = useRef(false)
  const remove = useDeleteAll(props.shownAgentId, () => {
    isDeleted.current = true
    props.onClose()
  })
  return (
    <ConfirmDialog
      title={texts.deleteNamed(howMany(counted.data))}
      description={texts.deletesYourConversationsEveryAgent}
      action={{
        label: texts.deleteAll,
        busyLabel: texts.waitingWallet,
        busy: remove.isPending,
        go: () => remove.mutate(),
      }}
      keep={texts.keepThem}
      problem={notDeleted(remove, texts.theyCouldNotDeleted)}
      // The button that opened this goes with the list.
      focusAfter={() => (isDeleted.current ? props.heading.current : null)}
      onClose={props.onClose}
    >
      <p className="text-sm text-soft">
        {isConnected ? texts.yourWalletSignsConfirm : texts.yourWalletSignsConfirmNot}
        {texts.signingFreeSendsNoTransaction}
      </p>
    </ConfirmDialog>
  )
}

function howMany(counted: { count: number; more: boolean } | undefined): string {
  if (!counted) return 'all conversations'
  if (counted.more) return `all conversations, more than ${counted.count}`
  return counted.count === 1 ? 'your one conversation' : `all ${counted.count} conversations`
}
