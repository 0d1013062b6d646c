import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { ApiError, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { CopyIcon, DocumentIcon, PencilIcon, TrashIcon } from '../../../ui/icons.tsx'
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
        <Bar agent={data} onOpen={setOpen} onDuplicated={props.onDuplicated} />
      ) : error ? (
        <div className="grid justify-items-start gap-4">
          <Notice tone="bad" title={agentTexts.agentNotLoaded}>
            {explainError(error)}
          </Notice>
          <Button size="small" className="max-md:min-h-11" onClick={() => void refetch()}>
            {agentTexts.tryAgain}
          </Button>
        </div>
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
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <div className="flex items-center gap-4">
          <NeuralLink active={agent.visibilityEnabled} />
          {!agent.isPublic && <DraftMark inline />}
        </div>
        <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 md:ml-auto [&>:first-child:nth-last-child(odd)]:col-span-2">
          <ReachButtons agent={agent} onToggled={setToggleFailed} />
          <Action label={agentTexts.edit} of={agent.name} onClick={() => onOpen({ dialog: 'form', agent })}>
            <PencilIcon width={16} height={16} />
          </Action>
          <Action
            label={agentTexts.documents}
            of={agent.name}
            onClick={() => onOpen({ dialog: 'documents', agent })}
          >
            <DocumentIcon width={16} height={16} />
          </Action>
          <Action
            label={agentTexts.history}
            of={agent.name}
            onClick={() => onOpen({ dialog: 'history', agent })}
          />
          <Action
            label={texts.duplicate}
            of={agent.name}
            busy={duplicate.isPending}
            onClick={() => duplicate.mutate(agent)}
          >
            <CopyIcon width={16} height={16} />
          </Action>
          <ExportButton size="small" agent={agent} />
          <Action
            label={texts.deleteAgent}
            of={agent.name}
            danger
            onClick={() => onOpen({ dialog: 'delete', agent })}
          >
            <TrashIcon width={16} height={16} />
          </Action>
        </div>
      </div>
      {toggleFailed && <Notice tone="bad" title={texts.visibilityFailed} />}
    </div>
  )
}

function Action(props: {
  label: string
  of: string
  danger?: boolean
  busy?: boolean
  onClick: () => void
  /** The icon. */
  children?: ReactNode
}) {
  return (
    <Button
      size="small"
      tone={props.danger ? 'danger' : 'plain'}
      className="max-md:min-h-11"
      aria-disabled={props.busy}
      onClick={() => props.busy || props.onClick()}
    >
      {props.children}
      <span>
        {props.label} <span className="sr-only">{props.of}</span>
      </span>
    </Button>
  )
}
