import { type AnyColumn, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { agents } from '../schema/agents.ts'

/** Nobody is the owner who is compared with null. */
type Wallet = string | AnyColumn | SQL | Placeholder

/** Decision 8. Every statement takes the rule from here; `domain/agents/reach.ts` has it for an agent that was read. */
function isSeen(by: 'list' | 'link', { owner, as }: { owner?: Wallet; as?: string | undefined }): SQL {
  const agent = as === undefined ? agents : alias(agents, as)
  const shown =
    by === 'list' ? sql`${agent.isPublic} and ${agent.visibilityEnabled}` : sql`${agent.visibilityEnabled}`
  const seen = owner === undefined ? shown : sql`(${shown} or ${agent.owner} = ${owner})`
  return sql`(${seen} and ${agent.deletedAt} is null)`
}

/** The partial indexes of the table have the same condition. */
export const isListed = isSeen('list', {})
export const isListedAs = (as: string) => isSeen('list', { as })
export const isListedOrOf = (owner: Wallet, as?: string) => isSeen('list', { owner, as })
/** Open to everybody who has the link. */
export const isOpen = isSeen('link', {})
export const isOpenAs = (as: string) => isSeen('link', { as })
export const opensTo = (wallet: Wallet) => isSeen('link', { owner: wallet })
