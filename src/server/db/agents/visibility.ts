import { type AnyColumn, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { agents } from '../schema/agents.ts'

/** A wallet, as a value or as a part of the statement. Nobody is the owner who is compared with null. */
type Wallet = string | AnyColumn | SQL | Placeholder

/**
 * Decision 8: whether an agent is seen. Every statement takes the rule from here; `domain/agents/reach.ts` has it for an
 * agent that has been read.
 * @param by `list`: the public lists have it; `link`: whoever has its link may open it, and it answers
 * @param owner a wallet that sees its own agents whatever they are
 * @param as the alias of the table `agents` in the statement
 */
function isSeen(by: 'list' | 'link', { owner, as }: { owner?: Wallet; as?: string | undefined }): SQL {
  const agent = as === undefined ? agents : alias(agents, as)
  const shown =
    by === 'list' ? sql`${agent.isPublic} and ${agent.visibilityEnabled}` : sql`${agent.visibilityEnabled}`
  const seen = owner === undefined ? shown : sql`(${shown} or ${agent.owner} = ${owner})`
  return sql`(${seen} and ${agent.deletedAt} is null)`
}

/** The condition for being in public lists. The partial indexes of the table have the same. */
export const isListed = isSeen('list', {})
export const isListedAs = (as: string) => isSeen('list', { as })
/** The condition for being listed, or the wallet's own. */
export const isListedOrOf = (owner: Wallet, as?: string) => isSeen('list', { owner, as })
/** The condition for being open to everybody who has the link. */
export const isOpen = isSeen('link', {})
export const isOpenAs = (as: string) => isSeen('link', { as })
/** The condition for the agents that a wallet may open. */
export const opensTo = (wallet: Wallet) => isSeen('link', { owner: wallet })
