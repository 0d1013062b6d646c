import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { agents, agentVersions } from '../schema/agents.ts'

/**
 * Closes the tools that agents' former owner had opened for everybody: they would run with the new owner's connections.
 * @param which of the agents
 */
export async function closeTools(transaction: Db, which: SQL): Promise<void> {
  const closed = sql`jsonb_set(tools, '{servers}', (
    select coalesce(jsonb_agg(jsonb_set(server, '{open}', '[]') order by place), '[]')
    from jsonb_array_elements(tools -> 'servers') with ordinality as listed (server, place)))`
  const opens = sql`jsonb_path_exists(tools, '$.servers[*].open[*]')`
  await transaction.execute(sql`update ${agents} set tools = ${closed} where ${which} and ${opens}`)
  await transaction.execute(sql`
    update ${agentVersions} set tools = ${closed}
    where agent_id in (select id from ${agents} where ${which}) and ${opens}`)
}
