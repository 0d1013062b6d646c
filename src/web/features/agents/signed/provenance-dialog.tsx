import { useQuery } from '@tanstack/react-query'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { useApi } from '../../../lib/http/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { agentQuery } from '../api/agent.ts'
import Provenance from './provenance.tsx'
import * as texts from './texts.ts'

/** For an owner, where they manage their agents. */
export default function ProvenanceDialog({ agent, onClose }: { agent: AgentSummary; onClose: () => void }) {
  const { data } = useQuery(agentQuery(useApi(), agent.id, agent.owner))
  return (
    <Dialog open width="narrow" title={texts.dialogTitle(agent.name)} onClose={onClose}>
      {data ? <Provenance agent={data} viewer={agent.owner} /> : <div className="skeleton h-24" />}
    </Dialog>
  )
}
