import { DatabaseError } from '../connect/database-error.ts'
import { connectSession } from '../open/open-postgresql.ts'
import { inTransaction, type LoadTarget, loadSettings } from './load-target.ts'
import { CopyIn, copyOut } from './postgresql-copy.ts'
import { readSettings } from './rows-source.ts'
import { Measure } from './write-archive.ts'

/** The key of the advisory lock. It is arbitrary, but nothing else in the same database may use it. */
const LOCK_KEY = 7_210_451_640

/** @throws {DatabaseError} if it can't be reached, or another process restores into it */
export async function openPostgresqlTarget(databaseUrl: string): Promise<LoadTarget> {
  const target = await connectTarget(databaseUrl)
  const [lock] = await target.query(`select pg_try_advisory_lock(${LOCK_KEY}) as locked`)
  if (lock?.locked === true) return { ...target, another: () => connectTarget(databaseUrl) }
  await target.close()
  throw new DatabaseError('Another process is restoring into this database: wait until it has ended.')
}

async function connectTarget(databaseUrl: string): Promise<Omit<LoadTarget, 'another'>> {
  const client = await connectSession(databaseUrl)
  const close = () => client.end().catch(() => {})
  const query = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows
  try {
    for (const setting of [...readSettings, ...loadSettings]) await query(setting)
  } catch (error) {
    await close()
    throw error
  }
  return {
    kind: 'postgresql',
    query,
    transaction: (work) => inTransaction(query, work),
    copyIn: (into, rows) => client.query(new CopyIn(`copy ${into} from stdin`, rows)).done,
    async measure(text) {
      const measure = new Measure()
      for await (const piece of copyOut(client, text)) measure.add(piece)
      return measure.result()
    },
    async wrote() {},
    async marked() {},
    close,
  }
}
