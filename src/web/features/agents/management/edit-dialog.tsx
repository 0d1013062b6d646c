import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AgentSummary } from '../../../../shared/agents.ts'
import { useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { agentQuery } from '../api/agent.ts'
import { EditForm } from './edit-form.tsx'

/** Edits an own agent (decision 11). Closing with unsaved changes asks first. */
export default function EditDialog({ agent, onClose }: { agent: AgentSummary; onClose: () => void }) {
  const api = useApi()
  const { data, error, refetch } = useQuery(agentQuery(api, agent.id, agent.owner))
  const dirty = useRef(false)
  const [leaving, setLeaving] = useState(false)
  return (
    <Dialog
      open
      title={`Edit ${agent.name}`}
      onClose={() => (dirty.current ? setLeaving(!leaving) : onClose())}
    >
      {data ? (
        <EditForm
          agent={data}
          onDirty={(now) => {
            dirty.current = now
          }}
          leaving={leaving}
          onStay={() => setLeaving(false)}
          onClose={onClose}
        />
      ) : error ? (
        <div className="grid gap-4">
          <Notice tone="bad" title="The agent could not be loaded.">
            {explainError(error)}
          </Notice>
          <Button className="justify-self-start" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <div aria-busy="true" className="grid gap-6">
          <p role="status" className="sr-only">
            Loading
          </p>
          {['h-12', 'h-24', 'h-24', 'h-36'].map((height, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
            <div key={index} className={`skeleton ${height}`} />
          ))}
        </div>
      )}
    </Dialog>
  )
}
