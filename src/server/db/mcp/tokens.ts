import { and, asc, eq, gt, like, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { mcpTokens, placeSecrets } from '../schema/tools.ts'
import { holdServer } from './usable-servers.ts'

export type SignInRow = typeof mcpTokens.$inferSelect

/** A person at a server with OAuth. The place's own client there is stored as if it were one (`CLIENT`). */
interface SignInPlace {
  server: string
  wallet: string
}

/** No address of a wallet: in place of one it marks what a server gave to all who sign in from here. */
export const CLIENT = 'client'

/** Likewise, before the address of the person whose token is being refreshed. */
const REFRESHING = 'refreshing '

const at = ({ server, wallet }: SignInPlace) =>
  and(eq(mcpTokens.server, server), eq(mcpTokens.wallet, wallet))

export async function findSignIn(db: Db, place: SignInPlace): Promise<SignInRow | null> {
  const [row] = await db.select().from(mcpTokens).where(at(place))
  return row ?? null
}

/** The servers at which a wallet is signed in. */
export async function listSignedIn(db: Db, wallet: string): Promise<string[]> {
  const rows = await db
    .select({ server: mcpTokens.server })
    .from(mcpTokens)
    .where(and(eq(mcpTokens.wallet, wallet), eq(mcpTokens.refused, false)))
  return rows.map(({ server }) => server)
}

/** In place of whatever is there. False if the server was removed meanwhile. */
export function putSignIn(db: Db, row: SignInRow): Promise<boolean> {
  const { server: _, wallet: __, ...values } = row
  return db.transaction(async (transaction) => {
    if (!(await holdServer(transaction, row.server))) return false
    await transaction
      .insert(mcpTokens)
      .values(row)
      .onConflictDoUpdate({ target: [mcpTokens.server, mcpTokens.wallet], set: values })
    return true
  })
}

/** Unless something is there, also what this server can't decrypt, or the server was removed meanwhile. */
export function addSignIn(db: Db, row: SignInRow): Promise<void> {
  return db.transaction(async (transaction) => {
    if (await holdServer(transaction, row.server))
      await transaction.insert(mcpTokens).values(row).onConflictDoNothing()
  })
}

/** False if what is there is not any more what was read, so that nothing newer is overwritten or comes back. */
export async function replaceSignIn(
  db: Db,
  read: Pick<SignInRow, 'server' | 'wallet' | 'sealed'>,
  next: Partial<Omit<SignInRow, 'server' | 'wallet'>>,
): Promise<boolean> {
  const changed = await db
    .update(mcpTokens)
    .set(next)
    .where(and(at(read), eq(mcpTokens.sealed, read.sealed)))
    .returning({ server: mcpTokens.server })
  return changed.length > 0
}

/** What was there; null if nothing was. */
export async function deleteSignIn(db: Db, place: SignInPlace): Promise<SignInRow | null> {
  const [row] = await db.delete(mcpTokens).where(at(place)).returning()
  return row ?? null
}

/**
 * Whether the caller alone refreshes a token now, for `seconds` at most; of all servers one gets it. By the database's
 * clock. A row and no lock of a transaction, which would hold a connection (the embedded database's only one) as long as
 * a stranger's server pleases.
 */
export async function beginRefresh(db: Db, place: SignInPlace, seconds: number): Promise<boolean> {
  const until = sql`now() + make_interval(secs => ${seconds})`
  const begun = await db
    .insert(mcpTokens)
    .values({
      ...{ server: place.server, wallet: REFRESHING + place.wallet, sealed: new Uint8Array(), secretId: '' },
      ...{ expiresAt: until, updatedAt: sql`now()` },
    })
    .onConflictDoUpdate({
      target: [mcpTokens.server, mcpTokens.wallet],
      set: { expiresAt: until },
      setWhere: lt(mcpTokens.expiresAt, sql`now()`),
    })
    .returning({ server: mcpTokens.server })
  return begun.length > 0
}

export async function endRefresh(db: Db, { server, wallet }: SignInPlace): Promise<void> {
  await db.delete(mcpTokens).where(at({ server, wallet: REFRESHING + wallet }))
}

const PENDING = 'mcp sign-in '

/** A sign-in that a person has begun, by the digest of its state. */
interface PendingSignIn extends SignInPlace {
  digest: string
  sealed: Uint8Array
  secretId: string
  createdAt: Date
}

/** A person has one at a server: the newest. Those from before `expired` go. */
export async function putPending(db: Db, pending: PendingSignIn, expired: Date): Promise<void> {
  const { digest, server, wallet, ...values } = pending
  const isTheirs = and(
    sql`${placeSecrets.open} ->> 'wallet' = ${wallet}`,
    sql`${placeSecrets.open} ->> 'server' = ${server}`,
  )
  await db
    .delete(placeSecrets)
    .where(and(like(placeSecrets.name, `${PENDING}%`), or(isTheirs, lt(placeSecrets.createdAt, expired))))
  await db.insert(placeSecrets).values({ ...values, name: PENDING + digest, open: { server, wallet } })
}

/** Only once, whoever asks. Null if there is none that began after `expired`. */
export async function takePending(
  db: Db,
  { digest, expired }: { digest: string; expired: Date },
): Promise<Pick<PendingSignIn, 'sealed' | 'secretId'> | null> {
  const [row] = await db
    .delete(placeSecrets)
    .where(eq(placeSecrets.name, PENDING + digest))
    .returning()
  return row && row.createdAt > expired ? row : null
}

/** Those that a wallet has begun. */
export async function deletePendingOf(db: Db, wallet: string): Promise<void> {
  await db
    .delete(placeSecrets)
    .where(and(like(placeSecrets.name, `${PENDING}%`), sql`${placeSecrets.open} ->> 'wallet' = ${wallet}`))
}

/** Those that are encrypted under another secret than this one, in a fixed order; see `rotateKeys`. */
export async function listSignInsUnderOthers(
  db: Db,
  { secretId, after, limit }: { secretId: string; after: SignInPlace | null; limit: number },
): Promise<SignInRow[]> {
  const { server, wallet } = mcpTokens
  return db
    .select()
    .from(mcpTokens)
    .where(
      and(
        ne(mcpTokens.secretId, secretId),
        ne(mcpTokens.secretId, ''),
        after === null
          ? undefined
          : or(gt(server, after.server), and(eq(server, after.server), gt(wallet, after.wallet))),
      ),
    )
    .orderBy(asc(server), asc(wallet))
    .limit(limit)
}
