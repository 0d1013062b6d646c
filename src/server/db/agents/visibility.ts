import { type AnyColumn, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { agents } from '../schema/agents.ts'

/** Nobody is the owner who is compared with null. */
type Wallet = string | AnyColumn | SQL | Placeholder

/**
 * `list`: found without a link. `link`: opened by whoever has it, drafts included. `published`: what an agent that its
 * owner published shows to whoever opens it, though the desk may have unlisted it.
 */
type Way = 'list' | 'link' | 'published'

/**
 * Decision 8, and record 0110 for what the desk took down. Every statement takes the rule from here;
 * `domain/agents/reach.ts` has it for an agent that was read.
 */
function isSeen(by: Way, { owner, as }: { owner?: Wallet; as?: string | undefined }): SQL {
  const agent = as === undefined ? agents : alias(agents, as)
  const shown = {
    list: sql`${agent.isPublic} and ${agent.visibilityEnabled} and ${agent.moderation} is null`,
    link: sql`${agent.visibilityEnabled} and ${agent.moderation} is distinct from 'down'`,
    published: sql`${agent.isPublic} and ${agent.visibilityEnabled} and ${agent.moderation} is distinct from 'down'`,
  }[by]
  const seen = owner === undefined ? shown : sql`(${shown} or ${agent.owner} = ${owner})`
  return sql`(${seen} and ${agent.deletedAt} is null)`
}

/** It implies the condition of the table's partial indexes. */
export const isListed = isSeen('list', {})
export const isPublishedAs = (as: string) => isSeen('published', { as })
export const isPublishedOrOf = (owner: Wallet, as?: string) => isSeen('published', { owner, as })
/** Open to everybody who has the link. */
export const isOpen = isSeen('link', {})
export const isOpenAs = (as: string) => isSeen('link', { as })
export const opensTo = (wallet: Wallet) => isSeen('link', { owner: wallet })
/** The same, and those that would open but are down: whoever talked with one is told so. */
export const opensOrIsDownTo = (wallet: Wallet): SQL =>
  sql`(${agents.deletedAt} is null and (${agents.visibilityEnabled} or ${agents.owner} = ${wallet}))`
/** Of one that the wallet may not ask: whether that is so because it is down. */
export const isDownFor = (wallet: Wallet): SQL =>
  sql`(${opensOrIsDownTo(wallet)} and ${agents.moderation} = 'down')`
/** Whom the wallet may ask, and bring to others: nobody talks with an agent that is down, its owner included. */
export const answersTo = (wallet: Wallet): SQL =>
  sql`(${opensTo(wallet)} and ${agents.moderation} is distinct from 'down')`
