import type { AgentSummary } from '../../../shared/agents/agents.ts'
import { pumpTokenPage } from '../../../shared/agents/pump-token.ts'
import { OutsideIcon } from '../../ui/icons.tsx'
import * as texts from './texts.ts'

/**
 * Decision 13: a link to the page of an agent's token on the launch platform, which is another site; nothing without a
 * token.
 */
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
      aria-label={texts.tokenOf(props.children, props.agent.name)}
      className={`inline-flex min-h-11 items-center gap-2 ${props.className}`}
    >
      {props.children}
      <OutsideIcon width={15} height={15} />
    </a>
  )
}
