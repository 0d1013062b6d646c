import { and, eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import type { OwnedId } from '../deletable-rows.ts'
import { idRow, rows } from '../rows.ts'
import { messages } from '../schema/conversations.ts'
import { sourceFiles, sources, sourceTerms, sourceVersions } from '../schema/knowledge.ts'
import { mayCite } from '../turns/stored-parts.ts'
import { withoutQuotes } from '../turns/without-quotes.ts'
import { uuids } from '../uuids.ts'

const lockedRow = z.object({ id: z.string(), isOfOthers: z.boolean() })

/** Files that came with these messages alone, at once; later replies keep no quotes of them. */
export async function removeFilesOf(transaction: Db, of: OwnedId, ids: readonly string[]): Promise<boolean> {
  const gone = uuids(ids)
  const ofThese = sql`${sources.conversationId} = ${of.id} and ${sources.wallet} = ${of.owner} and question_ids && ${gone}`
  const isOfOthers = sql`exists (select from ${messages} as other where other.conversation_id = ${of.id}
    and other.id = any(question_ids) and not other.erased and other.id <> all(${gone}))`
  // Whoever sends several files again locks them in this order.
  const locked = await rows(
    transaction,
    lockedRow,
    sql`select id, ${isOfOthers} as "isOfOthers" from ${sources} where ${ofThese} order by id for update`,
  )
  const found = locked.filter(({ isOfOthers }) => !isOfOthers)
  const removed = uuids(found.map(({ id }) => id))
  if (found.length > 0) {
    await transaction
      .update(messages)
      .set({ parts: withoutQuotes(messages.parts, sql`(cited ->> 'sourceId')::uuid = any(${removed})`) })
      .where(and(eq(messages.conversationId, of.id), mayCite(messages.parts)))
    await transaction.execute(sql`delete from ${sourceTerms} where version_id in (
      select id from ${sourceVersions} where source_id = any(${removed}))`)
    // Somebody who uploads the same content at this moment has just moved its time on: then a sweep looks after it.
    const files = await rows(
      transaction,
      idRow,
      sql`
      with versions as (delete from ${sourceVersions} where source_id = any(${removed}) returning file_id, created_at)
      select distinct file.id from versions join ${sourceFiles} as file
        on file.id = versions.file_id and file.created_at <= versions.created_at`,
    )
    await transaction.delete(sources).where(
      inArray(
        sources.id,
        found.map(({ id }) => id),
      ),
    )
    await transaction.execute(sql`
      delete from ${sourceFiles} where id = any(${uuids(files.map(({ id }) => id))})
        and not exists (select from ${sourceVersions} as used where used.file_id = ${sourceFiles.id})`)
  }
  await transaction.execute(sql`
    update ${sources} set question_ids = array(select id from unnest(question_ids) as id where id <> all(${gone}))
    where ${ofThese}`)
  return found.length > 0
}
