import { lt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { modelUse } from '../schema/models.ts'

export interface ModelUseSums {
  day: string
  /** `place`, or the wallet that paid. */
  payer: string
  /** Empty for what belongs to no agent. */
  agentId: string
  provider: string
  model: string
  replies: number
  promptTokens: number
  completionTokens: number
  cachedTokens: number
  words: number
  micros: number
  priced: number
}

/**
 * Adds sums in one statement: if it throws, nothing is stored. What an agent used belongs to whoever owns it now; of one
 * that is gone it belongs to nobody, and the payer still sees it.
 */
export async function addModelUse(db: Db, sums: readonly ModelUseSums[]): Promise<void> {
  await db.execute(sql`
    with told as materialized (
      select * from json_to_recordset(${JSON.stringify(sums)}::json) as told (
        day date, payer text, "agentId" text, provider text, model text, replies int, "promptTokens" bigint,
        "completionTokens" bigint, "cachedTokens" bigint, words bigint, micros bigint, priced int)
    )
    insert into model_use as known (day, payer, owner, agent_id, provider, model, replies, prompt_tokens,
      completion_tokens, cached_tokens, words, micros, priced)
    select day, payer, coalesce(agents.owner, ''), coalesce(agents.id::text, ''), told.provider, told.model, sum(replies),
      sum("promptTokens"), sum("completionTokens"), sum("cachedTokens"), sum(words), sum(micros), sum(priced)
    from told left join agents on agents.id = nullif("agentId", '')::uuid
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (day, payer, owner, agent_id, provider, model) do update set
      replies = known.replies + excluded.replies,
      prompt_tokens = known.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = known.completion_tokens + excluded.completion_tokens,
      cached_tokens = known.cached_tokens + excluded.cached_tokens,
      words = known.words + excluded.words,
      micros = known.micros + excluded.micros,
      priced = known.priced + excluded.priced`)
}

const useRow = z.object({
  /** Null where the viewer's key paid for an agent of somebody else, or for none. */
  agentId: z.nullable(z.string()),
  agent: z.nullable(z.string()),
  provider: z.string(),
  model: z.string(),
  isPaid: z.boolean(),
  isOfPlace: z.boolean(),
  replies: z.int(),
  words: z.number(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  micros: z.number(),
  priced: z.int(),
})
export type ModelUseRow = z.infer<typeof useRow>

/**
 * Sums for the viewer's agents, and what the viewer's keys paid elsewhere. Who else paid is not in them.
 * @param agent one of the viewer's agents; null for all
 */
export function readModelUse(
  db: Db,
  { viewer, agent, from }: { viewer: string; agent: string | null; from: string },
): Promise<ModelUseRow[]> {
  const whose =
    agent === null
      ? sql`(used.owner = ${viewer} or payer = ${viewer})`
      : sql`used.owner = ${viewer} and agent_id = ${agent}`
  return rows(
    db,
    useRow,
    sql`
    select agents.id::text as "agentId", agents.name as agent, used.provider, used.model, payer = ${viewer} as "isPaid", payer = 'place' as "isOfPlace",
      sum(replies)::int as replies, sum(words)::float8 as words, sum(prompt_tokens)::float8 as "promptTokens",
      sum(completion_tokens)::float8 as "completionTokens", sum(micros)::float8 as micros, sum(priced)::int as priced
    from model_use used left join agents on agents.id::text = agent_id and agents.owner = ${viewer} and agents.deleted_at is null
    where ${whose} and day >= ${from}::date
    group by 1, 2, 3, 4, 5, 6
    order by sum(micros) desc, sum(replies) desc, agents.name, used.provider, used.model limit 500`,
  )
}

export async function sweepModelUse(db: Db, before: string): Promise<void> {
  await db.delete(modelUse).where(lt(modelUse.day, before))
}
