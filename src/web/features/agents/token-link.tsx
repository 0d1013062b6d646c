import type { AgentSummary } from '../../../shared/agents/agents.ts'
import { pumpTokenPage } from '../../../shared/agents/pump-token.ts'
import { OutsideIcon } from '../../ui/icons.tsx'

/** Decision 13: leads to the launch platform's page of an agent's token, another site; nothing where it has none. */
export function TokenLink(props: {
  agent: Pick<AgentSummary, 'name' | 'pumpToken'>
  className: string
  children: string
}) {
  const page = pumpTokenPage(props.agent.pumpToken)
  if (!page) return null
  return (
    <a
      href={page}
      target="_blank"
      rel="noopener noreferrer"
      className={`inline-flex min-h-11 items-center gap-2 ${props.className}`}
    >
      <span>
        {props.children}{' '}
        <span className="sr-only">of {props.agent.name}, another site, opens in a new tab</span>
      </span>
      <OutsideIcon width={15} height={15} />
    </a>
  )
}
