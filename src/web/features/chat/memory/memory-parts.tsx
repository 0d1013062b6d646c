import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { MemoryView } from './memory-actions.ts'

const RememberDialog = lazyPart(() => import('../../../blocks/memory/remember-dialog.tsx'))
const MemoryDialog = lazyPart(() => import('../../../blocks/memory/memory-dialog.tsx'))
const UsedDialog = lazyPart(() => import('./used-dialog.tsx'))

/** The dialog of what is open of an agent's memory in a conversation. */
export default function MemoryParts(props: {
  agent: { id: string; name: string }
  conversationId: string
  view: MemoryView
  setView: (view: MemoryView | null) => void
}) {
  const { agent, conversationId, view, setView } = props
  const close = () => setView(null)
  const shown = () => {
    switch (view.show) {
      case 'remember':
        return (
          <RememberDialog
            agent={agent}
            from={{ conversationId, messageId: view.messageId }}
            words={view.words}
            onClose={close}
          />
        )
      case 'used':
        return (
          <UsedDialog
            agent={agent}
            conversationId={conversationId}
            replyId={view.replyId}
            onMemory={() => setView({ show: 'all' })}
            onClose={close}
          />
        )
      case 'all':
        return <MemoryDialog agent={agent} onClose={close} />
      default:
        return view satisfies never
    }
  }
  return <Suspense fallback={null}>{shown()}</Suspense>
}
