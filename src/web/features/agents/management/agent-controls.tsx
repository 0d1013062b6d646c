import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { NotLoaded } from '../../../blocks/list/waiting.tsx'
import { ApiError, useApi } from '../../../lib/http/api.ts'
import { Notice } from '../../../ui/form/notice.tsx'
import { CopyIcon, DocumentIcon, PencilIcon, TrashIcon } from '../../../ui/icons.tsx'
import { ItemButton } from '../../../ui/item-button.tsx'
import { agentQuery } from '../api/agent.ts'
import { ExportButton } from '../cards/export-button.tsx'
import { DraftMark } from '../draft-mark.tsx'
import type { RenderTryOut } from '../edit/try-out-place.tsx'
import * as agentTexts from '../texts.ts'
import { AgentDialogs, type OpenDialog } from './agent-dialogs.tsx'
import { NeuralLink } from './neural-link.tsx'
import { ReachButtons } from './reach-buttons.tsx'
import * as texts from './texts.ts'
import { useDuplicateAgent } from './use-duplicate-agent.ts'

/** An own agent's visibility and all actions of its owner. */
export default function AgentControls(props: {
  agentId: string
  owner: string
  tryOut?: RenderTryOut
  /** Takes the focus when the agent is deleted. */
  heading: RefObject<HTMLElement | null>
  /** Called after the deletion, which can be undone for ten seconds. */
  onDeleted: () => void
  onDuplicated: (draft: { id: string }) => void
}) {
  const { agentId, owner } = props
  const { data, error, refetch } = useQuery(agentQuery(useApi(), agentId, owner))
  const [open, setOpen] = useState<OpenDialog>()
  const isGone = (error instanceof ApiError && error.status === 404) || (data && data.owner !== owner)
  return (
    <section aria-label={data && !isGone ? texts.controlsOf(data.name) : texts.controls}>
      {isGone ? (
        <p className="text-soft">{texts.agentGone}</p>
      ) : data ? (
        <Bar
          agent={data}
          onOpen={setOpen}
          // It may come late: what is open by then stays, with what is typed in it.
          onDuplicated={(draft) => open || props.onDuplicated(draft)}
        />
      ) : error ? (
        <NotLoaded title={agentTexts.agentNotLoaded} error={error} retry={() => void refetch()} />
      ) : (
        <div aria-busy="true">
          <p role="status" className="sr-only">
            {agentTexts.loading}
          </p>
          <div className="skeleton h-11" />
        </div>
      )}
      {/* The dialog closes itself, whether the agent still exists or not. */}
      <AgentDialogs
        open={open}
        tryOut={props.tryOut}
        heading={props.heading}
        onClose={() => setOpen(undefined)}
        onDeleted={() => {
          setOpen(undefined)
          props.onDeleted()
        }}
      />
    </section>
  )
}

function Bar(props: {
  agent: Agent
  onOpen: (open: OpenDialog) => void
  onDuplicated: (draft: { id: string }) => void
}) {
  const { agent, onOpen } = props
  const duplicate = useDuplicateAgent(props.onDuplicated)
  const [toggleFailed, setToggleFailed] = useState(false)
  const isDown = agent.moderation === 'down'
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <div className="flex items-center gap-4">
          <NeuralLink active={agent.visibilityEnabled && !isDown} />
          {!agent.isPublic && <DraftMark inline />}
        </div>
        <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 md:ml-auto [&>:first-child:nth-last-child(odd)]:col-span-2">
          {!isDown && <ReachButtons agent={agent} onToggled={setToggleFailed} />}
          <ItemButton
            of={agent.name}
            onClick={() => onOpen({ dialog: 'form', agent })}
            icon={<PencilIcon width={16} height={16} />}
          >
            {agentTexts.edit}
          </ItemButton>
          <ItemButton
            of={agent.name}
            onClick={() => onOpen({ dialog: 'documents', agent })}
            icon={<DocumentIcon width={16} height={16} />}
          >
            {agentTexts.documents}
          </ItemButton>
          <ItemButton of={agent.name} onClick={() => onOpen({ dialog: 'history', agent })}>
            {agentTexts.history}
          </ItemButton>
          <ItemButton
            of={agent.name}
            busy={duplicate.isPending}
            onClick={() => duplicate.mutate(agent)}
            icon={<CopyIcon width={16} height={16} />}
          >
            {texts.duplicate}
          </ItemButton>
          <ExportButton size="small" agent={agent} />
          <ItemButton
            of={agent.name}
            tone="danger"
            onClick={() => onOpen({ dialog: 'delete', agent })}
            icon={<TrashIcon width={16} height={16} />}
          >
            {texts.deleteAgent}
          </ItemButton>
        </div>
      </div>
      {toggleFailed && <Notice tone="bad" title={texts.visibilityFailed} />}
    </div>
  )
}
