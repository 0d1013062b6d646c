import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { ConfirmDialog } from '../../../blocks/undoable-delete/confirm-dialog.tsx'
import { useUndoableDelete } from '../../../blocks/undoable-delete/use-undoable-delete.ts'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import * as texts from './texts.ts'

/** Decision 11: the dialog that asks for confirmation before deleting. */
export default function DeleteDialog(props: {
  agent: AgentSummary
  heading: RefObject<HTMLElement | null>
  onClose: () => void
  onDeleted: () => void
}) {
  const { agent, onClose } = props
  const queryClient = useQueryClient()
  const isDeleted = useRef(false)
  const remove = useDeleteAgent(() => {
    isDeleted.current = true
    props.onDeleted()
  })
  const go = () => remove.mutate(agent, { onError: () => invalidateAgents(queryClient) })
  return (
    <ConfirmDialog
      title={texts.deleteTitle(agent.name)}
      description={texts.deleteAbout}
      action={{ label: texts.deleteAgent, busyLabel: texts.deleting, busy: remove.isPending, go }}
      keep={texts.keepAgent}
      problem={remove.problem}
      // The button that opened this goes with the agent.
      focusAfter={() => (isDeleted.current ? props.heading.current : null)}
      onClose={onClose}
    />
  )
}

/** A mutation that deletes an own agent; the offer to undo stays visible on other screens. */
function useDeleteAgent(onDeleted: () => void) {
  const { agents } = useApi()
  const queryClient = useQueryClient()
  return useUndoableDelete<AgentSummary, unknown>({
    remove: async ({ id }) => void (await unwrap(agents[':id'].$delete({ param: { id } }))),
    restore: ({ id }) => unwrap(agents[':id'].restore.$post({ param: { id } })),
    words: ({ name }) => ({
      deleted: texts.deleted(name),
      restored: texts.restored(name),
      notDeleted: texts.notDeleted,
      notRestored: texts.notRestored(name),
    }),
    onDeleted: async () => {
      await invalidateAgents(queryClient)
      onDeleted()
    },
    onRestored: () => invalidateAgents(queryClient),
  })
}
