import { Suspense, useState } from 'react'
import type { Agent, AgentSummary } from '../../../../shared/agents/agents.ts'
import { ActionMenu, ActionMenuItem } from '../../../ui/action-menu.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import * as agentTexts from '../texts.ts'
import * as texts from './texts.ts'
import { useDuplicateAgent } from './use-duplicate-agent.ts'

const ExportDialog = lazyPart(() => import('../cards/export-dialog.tsx'))
const ProvenanceDialog = lazyPart(() => import('../signed/provenance-dialog.tsx'))
const ElsewhereDialog = lazyPart(() => import('../../../blocks/elsewhere/elsewhere-dialog.tsx'))

/** What an owner does with an agent less often than talking, editing and sharing, in a menu. */
export function AssetMenu(props: {
  agent: AgentSummary
  onDocuments: () => void
  onGive: () => void
  onDelete: () => void
  onDuplicated: (draft: Agent) => void
}) {
  const { agent } = props
  const duplicate = useDuplicateAgent(props.onDuplicated)
  const [open, setOpen] = useState<'export' | 'elsewhere' | 'provenance'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <ActionMenu label={texts.moreActions(agent.name)}>
        <ActionMenuItem onSelect={props.onDocuments}>{agentTexts.documents}</ActionMenuItem>
        <ActionMenuItem disabled={duplicate.isPending} onSelect={() => duplicate.mutate(agent)}>
          {texts.duplicate}
        </ActionMenuItem>
        <ActionMenuItem onSelect={() => setOpen('provenance')}>{texts.signatureAndCopies}</ActionMenuItem>
        <ActionMenuItem onSelect={() => setOpen('export')}>{texts.exportCard}</ActionMenuItem>
        <ActionMenuItem onSelect={() => setOpen('elsewhere')}>{texts.useElsewhere}</ActionMenuItem>
        <ActionMenuItem onSelect={props.onGive}>{texts.giveAway}</ActionMenuItem>
        <ActionMenuItem danger onSelect={props.onDelete}>
          {texts.deleteAgent}
        </ActionMenuItem>
      </ActionMenu>
      {open && (
        <Suspense fallback={null}>
          {open === 'export' ? (
            <ExportDialog agent={agent} onClose={close} />
          ) : open === 'provenance' ? (
            <ProvenanceDialog agent={agent} onClose={close} />
          ) : (
            <ElsewhereDialog agent={agent} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}
