import type { Client } from 'pg'
import { connectAlone } from '../open/open-postgresql.ts'
import { copyOut } from './postgresql-copy.ts'
import { type RowsSource, readSettings } from './rows-source.ts'

/** What one transaction sees, so that writers neither wait nor are seen. @throws {DatabaseError} if it can't be reached */
export async function openPostgresqlSource(databaseUrl: string): Promise<RowsSource> {
  const client = await connectAlone(databaseUrl)
  try {
    await client.query('begin isolation level repeatable read read only')
    // Of the transaction alone: behind a PgBouncer the session is somebody else's next.
    for (const setting of readSettings) await client.query(setting.replace('set ', 'set local '))
    // The snapshot is taken by this first statement, so it has what was committed until the transaction began, which is
    // what `now` says; during the statement there can be a commit that the snapshot lacks.
    const { rows } = await client.query<{ at: Date }>('select now() as at')
    return {
      kind: 'postgresql',
      at: rows[0]?.at ?? new Date(),
      query: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
      copyOut: (text) => copyOut(client, text),
      close: () => end(client),
    }
  } catch (error) {
    await end(client)
    throw error
  }
}

/** A connection that was lost can't be ended. */
async function end(client: Client): Promise<void> {
  await client.end().catch(() => {})
}
