import { type RefObject, Suspense } from 'react'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { EditView } from '../edit/edit-workspace.tsx'
import type { RenderTryOut } from '../edit/try-out-place.tsx'

const EditDialog = lazyPart(() => import('../edit/edit-dialog.tsx'))
const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'))
const GiveDialog = lazyPart(() => import('./give-dialog.tsx'))

/** The open dialog of an own agent. */
export type OpenDialog = { dialog: EditView | 'give' | 'delete'; agent: AgentSummary } | undefined

/** Their code loads when one is opened. */
export function AgentDialogs(props: {
  open: OpenDialog
  tryOut: RenderTryOut | undefined
  /** Takes the focus when the agent is deleted. */
  heading: RefObject<HTMLElement | null>
  onClose: () => void
  /** May come late, while another dialog is open. */
  onDeleted: (agent: AgentSummary) => void
}) {
  const { open, onClose } = props
  if (!open) return null
  const { dialog, agent } = open
  return (
    <Suspense fallback={null}>
      {dialog === 'delete' ? (
        <DeleteDialog
          agent={agent}
          heading={props.heading}
          onClose={onClose}
          onDeleted={() => props.onDeleted(agent)}
        />
      ) : dialog === 'give' ? (
        <GiveDialog agent={agent} onClose={onClose} />
      ) : (
        <EditDialog agent={agent} opensAt={dialog} tryOut={props.tryOut} onClose={onClose} />
      )}
    </Suspense>
  )
}
