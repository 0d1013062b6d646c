import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { UNDO_DELETE_MS } from '../../../../shared/common/limits.ts'
import { type Api, unwrap, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { invalidateAgents } from '../api/agent-list.ts'

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

/** Deletes an own agent and offers for ten seconds to undo it, wherever the person has gone meanwhile (decision 11). */
function useDeleteAgent(onDeleted: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const restore = async ({ id, name }: AgentSummary) => {
    try {
      await restoreAgent(api, id)
      toast.success(`${name} is back.`)
    } catch (error) {
      toast.error(`${name} could not be brought back. ${explainError(error)}`)
    }
    await invalidateAgents(queryClient)
  }
  return useMutation({
    mutationFn: (agent: AgentSummary) => deleteAgent(api, agent.id),
    onSuccess: (_nothing, agent) =>
      toast.success(`${agent.name} is deleted.`, {
        duration: UNDO_DELETE_MS,
        action: { label: 'Undo', onClick: () => void restore(agent) },
      }),
    onSettled: async (_nothing, error) => {
      await invalidateAgents(queryClient)
      if (!error) onDeleted()
    },
  })
}

/** Deletes an own agent; for ten seconds `restoreAgent` brings it back (decision 11). @throws {ApiError} */
async function deleteAgent(api: Api, id: string): Promise<void> {
  await unwrap(api.agents[':id'].$delete({ param: { id } }))
}

/** Undoes a deletion. @throws {ApiError} `undo_expired` when the time has run out */
async function restoreAgent(api: Api, id: string): Promise<void> {
  await unwrap(api.agents[':id'].restore.$post({ param: { id } }))
}
