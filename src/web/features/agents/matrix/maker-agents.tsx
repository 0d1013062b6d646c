import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { FailedPanel, ListNote } from '../../../blocks/list/instead.tsx'
import { useList } from '../../../blocks/list/list-state.ts'
import { ListView, Skeletons } from '../../../blocks/list/list-view.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { agentListQuery } from '../api/agent-list.ts'
import * as agentTexts from '../texts.ts'
import { AgentCard, AgentCardSkeleton } from './agent-card.tsx'
import * as texts from './texts.tsx'

/** The public agents of one maker. A card opens the agent in the matrix. */
export function MakerAgents(props: { maker: string; onQuickChat: (agent: AgentSummary) => void }) {
  const list = useList(agentListQuery(useApi(), { maker: props.maker }))
  return (
    <ListView
      list={list}
      as="section"
      label={agentTexts.agents}
      className="grid gap-4.5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
      words={{
        loading: texts.loadingAgents,
        empty: texts.noAgentsAloud,
        count: ({ length }) => texts.agentCount(length),
      }}
      loading={<Skeletons of={<AgentCardSkeleton />} />}
      empty={<ListNote className="col-span-full py-2">{texts.noPublicAgentsYet}</ListNote>}
      failed={(failure) => (
        <FailedPanel className="col-span-full" title={agentTexts.matrixNotLoaded} failure={failure} />
      )}
    >
      {(agents) =>
        agents.map((agent, index) => (
          <AgentCard
            key={agent.id}
            agent={agent}
            eager={index < 3}
            opens={{ to: `/vacant?agent=${agent.id}` }}
            onQuickChat={() => props.onQuickChat(agent)}
          />
        ))
      }
    </ListView>
  )
}
