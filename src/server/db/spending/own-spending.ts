import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { modelCarries, modelUse, spentUnits } from '../schema/models.ts'

/** Payers of whom nothing more is known. */
const GONE = ''

/**
 * Removes what models were used for by a wallet. The owners of the agents that it talked with keep their sums, which do
 * not say any more who paid.
 */
export async function removeSpending(transaction: Db, wallet: string): Promise<void> {
  await removeAccounts(transaction, wallet)
  await transaction.execute(sql`delete from ${modelUse} where owner = ${wallet}`)
  await rewrite(transaction, sql`payer = ${wallet}`, { payer: sql`${GONE}::text`, owner: sql`owner` })
}

/** Gives the sums of one wallet to another. What was used under caps of the place stays behind. */
export async function moveSpending(transaction: Db, from: string, to: string): Promise<void> {
  await removeAccounts(transaction, from)
  await rewrite(transaction, sql`(owner = ${from} or payer = ${from})`, {
    payer: sql`case when payer = ${from} then ${to}::text else payer end`,
    owner: sql`case when owner = ${from} then ${to}::text else owner end`,
  })
}

/** Gives the sums of one agent to its new owner. */
export function moveSpendingOfAgent(
  transaction: Db,
  { agentId, from, to }: { agentId: string; from: string; to: string },
): Promise<void> {
  const whose = sql`owner = ${from} and agent_id = ${agentId}`
  return rewrite(transaction, whose, { payer: sql`payer`, owner: sql`${to}::text` })
}

/** Accounts and carries name their wallet or its keys. */
async function removeAccounts(transaction: Db, wallet: string): Promise<void> {
  await transaction.execute(sql`
    delete from ${spentUnits} where account in (${`place:${wallet}:words`}, ${`place:${wallet}:micros`})
      or account like ${`key:%:${wallet}:words`}`)
  await transaction.execute(sql`
    delete from ${modelCarries} where id like ${`${wallet}:%`}
      or split_part(id, ':', 1) in (select id::text from api_keys where wallet = ${wallet})`)
}

/** Puts sums under other names, where others may stand already. No new name is one of those that are removed. */
async function rewrite(transaction: Db, whose: SQL, as: { payer: SQL; owner: SQL }): Promise<void> {
  const sums = ['replies', 'prompt_tokens', 'completion_tokens', 'cached_tokens', 'words', 'micros', 'priced']
  const list = (of: (name: string) => string) => sql.raw(sums.map(of).join(', '))
  await transaction.execute(sql`
    with taken as (delete from model_use where ${whose} returning *),
    renamed as (select *, ${as.payer} as new_payer, ${as.owner} as new_owner from taken)
    insert into model_use as known (day, payer, owner, agent_id, provider, model, ${list((name) => name)})
    select day, new_payer, new_owner, agent_id, provider, model, ${list((name) => `sum(${name})`)}
    from renamed group by 1, 2, 3, 4, 5, 6
    on conflict (day, payer, owner, agent_id, provider, model) do update
    set ${list((name) => `${name} = known.${name} + excluded.${name}`)}`)
}
