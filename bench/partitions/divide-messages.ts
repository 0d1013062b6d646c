import { sql } from 'drizzle-orm'
import type { Db } from '../../src/server/db/connect/connect.ts'

/** Divides the table of messages by a hash of the conversation, as an operator would. Its names and columns stay. */
export async function divideMessages(db: Db, count: number): Promise<void> {
  await db.transaction(async (own) => {
    for (const statement of statements(count)) await own.execute(sql.raw(statement))
  })
  await db.execute(sql`vacuum (analyze) messages`)
}

function statements(count: number): string[] {
  return [
    'alter table messages rename to messages_before',
    'create table messages (like messages_before including all) partition by hash (conversation_id)',
    ...Array.from(
      { length: count },
      (_, part) =>
        `create table messages_${part} partition of messages for values with (modulus ${count}, remainder ${part})`,
    ),
    'insert into messages select * from messages_before',
    'drop table messages_before',
    'alter table messages add foreign key (conversation_id) references conversations on delete cascade',
    `create trigger messages_place before insert on messages for each row when (new.depth = 0)
      execute function place_message()`,
  ]
}
