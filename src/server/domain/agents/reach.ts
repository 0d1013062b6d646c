import type { Agent } from '../../../shared/agents/agents.ts'

/** How a wallet comes to an agent; `link` is for drafts and unlisted ones, which no list has, and `hidden` is not at all. */
type Reach = 'own' | 'list' | 'link' | 'hidden'

type Reached = Pick<Agent, 'owner' | 'isPublic' | 'visibilityEnabled' | 'moderation'>

/** Decision 8: who sees an agent that is not deleted. `db/agents/visibility.ts` has the rule for statements. */
export function reachOf(
  { owner, isPublic, visibilityEnabled, moderation }: Reached,
  wallet: string | null,
): Reach {
  if (owner === wallet) return 'own'
  if (!visibilityEnabled || moderation === 'down') return 'hidden'
  return isPublic && moderation === undefined ? 'list' : 'link'
}

/** Whether the wallet finds the agent without its link, and so may use it together with others. One that is down is only read. */
export function isFound(agent: Reached, wallet: string | null): boolean {
  const reach = reachOf(agent, wallet)
  return (reach === 'own' && agent.moderation !== 'down') || reach === 'list'
}
