import type { Agent } from '../../../shared/agents/agents.ts'

/** How a wallet comes to an agent; `link` is for drafts, which no list has, and `hidden` is not at all. */
export type Reach = 'own' | 'list' | 'link' | 'hidden'

/** Decision 8: who sees an agent that is not deleted. `db/agents/visibility.ts` has the rule for statements. */
export function reachOf(
  { owner, isPublic, visibilityEnabled }: Pick<Agent, 'owner' | 'isPublic' | 'visibilityEnabled'>,
  wallet: string | null,
): Reach {
  if (owner === wallet) return 'own'
  if (!visibilityEnabled) return 'hidden'
  return isPublic ? 'list' : 'link'
}

/** Whether the wallet finds the agent without its link, and so may use it together with others. */
export function isFound(agent: Parameters<typeof reachOf>[0], wallet: string | null): boolean {
  const reach = reachOf(agent, wallet)
  return reach === 'own' || reach === 'list'
}
