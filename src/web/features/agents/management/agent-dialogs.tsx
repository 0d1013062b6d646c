import { lazy, Suspense } from 'react'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import type { RenderTryOut } from '../edit/try-out-place.tsx'

const EditDialog = lazy(() => import('../edit/edit-dialog.tsx'))
const DeleteDialog = lazy(() => import('./delete-dialog.tsx'))

/** Which dialog of an own agent is open. */
export type OpenDialog = { dialog: 'edit' | 'history' | 'delete'; agent: AgentSummary } | undefined

/** What is done with an own agent above its screen: nothing of it loads before it is opened. */
export function AgentDialogs(props: {
  open: OpenDialog
  tryOut: RenderTryOut | undefined
  onClose: () => void
  onDeleted: () => void
}) {
  const { open, onClose } = props
  if (!open) return null
  const { dialog, agent } = open
  return (
    <Suspense fallback={null}>
      {dialog === 'delete' ? (
        <DeleteDialog agent={agent} onClose={onClose} onDeleted={props.onDeleted} />
      ) : (
        <EditDialog
          agent={agent}
          opensAt={dialog === 'history' ? 'history' : 'form'}
          tryOut={props.tryOut}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}
