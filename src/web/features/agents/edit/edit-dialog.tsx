import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { useLeaving } from '../../../blocks/form/leaving.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import type { Side } from '../../../ui/side-by-side.tsx'
import { agentQuery } from '../api/agent.ts'
import * as agentTexts from '../texts.ts'
import { EditLoading } from './edit-loading.tsx'
import { type EditView, EditWorkspace } from './edit-workspace.tsx'
import * as texts from './texts.ts'
import type { RenderTryOut } from './try-out-place.tsx'

const titles: Record<EditView, (name: string) => string> = {
  form: (name) => agentTexts.editNamed(name),
  persona: (name) => texts.personaOf(name),
  documents: (name) => texts.documentsOf(name),
  history: (name) => texts.historyOf(name),
}

/**
 * Decision 11. With `tryOut` the agent can answer before it is saved. Closing with unsaved changes asks for
 * confirmation.
 */
export default function EditDialog(props: {
  agent: AgentSummary
  opensAt?: EditView
  tryOut?: RenderTryOut | undefined
  onClose: () => void
}) {
  const { agent, tryOut, onClose } = props
  const api = useApi()
  const { data, error, refetch } = useQuery(agentQuery(api, agent.id, agent.owner))
  const leaving = useLeaving(onClose)
  const [view, setView] = useState<EditView>(props.opensAt ?? 'form')
  const [side, setSide] = useState<Side>('first')
  const { name } = data ?? agent
  return (
    <Dialog
      open
      title={titles[view](name)}
      width={tryOut ? 'double' : 'normal'}
      onClose={() => {
        if (!leaving.tryToLeave()) return
        setView('form')
        setSide('first')
      }}
    >
      {data ? (
        <EditWorkspace
          agent={data}
          view={view}
          onView={setView}
          side={side}
          onSide={setSide}
          tryOut={tryOut}
          leaving={leaving}
        />
      ) : error ? (
        <div className="grid gap-4">
          <Notice tone="bad" title={agentTexts.agentNotLoaded}>
            {explainError(error)}
          </Notice>
          <Button className="justify-self-start" onClick={() => void refetch()}>
            {agentTexts.tryAgain}
          </Button>
        </div>
      ) : (
        <EditLoading />
      )}
    </Dialog>
  )
}
