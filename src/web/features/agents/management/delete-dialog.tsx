import type { AgentSummary } from '../../../../shared/agents.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDeleteAgent } from './use-delete-agent.ts'

/** Decision 11: deleting asks first. */
export default function DeleteDialog(props: {
  agent: AgentSummary
  onClose: () => void
  onDeleted: () => void
}) {
  const remove = useDeleteAgent(props.onDeleted)
  return (
    <Dialog
      open
      width="narrow"
      title={`Delete ${props.agent.name}?`}
      description="It leaves the Matrix at once and answers nobody. For ten seconds you can undo it; then it is gone."
      onClose={props.onClose}
    >
      <div className="grid gap-4">
        {remove.isError && (
          <Notice tone="bad" title="It could not be deleted.">
            {explainError(remove.error)}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            tone="danger"
            aria-disabled={remove.isPending}
            onClick={() => remove.isPending || remove.mutate(props.agent)}
          >
            {remove.isPending ? 'Deleting' : 'Delete'}
          </Button>
          <Button onClick={props.onClose}>Keep it</Button>
        </div>
      </div>
    </Dialog>
  )
}
