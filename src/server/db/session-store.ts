import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { accounts, sessions, users } from './schema/identity.ts'

/** How long a session lives after it was opened or extended, in milliseconds. */
export const SESSION_LIFETIME_MS = 7 * 24 * 3_600_000

/** Sessions that a user can have at the same time: signing in again and again ends the oldest, and fills no table. */
const MOST_SESSIONS = 100

/** A wallet is one proof of a user among those that can be linked later (decision 6). */
const SOLANA = 'solana'

export interface LiveSession {
  address: string
  expiresAt: Date
}

export interface SessionStore {
  /** Opens a session of the wallet's user, who is made on the first time; the token is told here and never again. */
  open(
    address: string,
    from: { clientAddress: string; userAgent: string },
  ): Promise<LiveSession & { token: string }>
  find(token: string): Promise<LiveSession | null>
  /** Lets a living session live its whole life again. */
  extend(token: string): Promise<LiveSession | null>
  close(token: string): Promise<void>
  sweep(): Promise<void>
}

/** The sessions in the database, where a copy of the table signs nobody in: of a token only the hash is kept. */
export function createSessionStore({
  db,
  clock,
  most = MOST_SESSIONS,
}: {
  db: Db
  clock: () => Date
  most?: number
}): SessionStore {
  const lifeFrom = (now: Date) => new Date(now.getTime() + SESSION_LIFETIME_MS)
  const walletOfSession = and(eq(accounts.userId, sessions.userId), eq(accounts.provider, SOLANA))
  /** Asked by nearly every request of somebody signed in; to build the query each time would double its cost. */
  const findAlive = db
    .select({ address: accounts.subject, expiresAt: sessions.expiresAt })
    .from(sessions)
    .innerJoin(accounts, walletOfSession)
    .where(
      and(eq(sessions.tokenHash, sql.placeholder('hash')), gt(sessions.expiresAt, sql.placeholder('now'))),
    )
    .prepare('find_alive_session')

  async function closeSurplus(userId: string) {
    const surplus = db
      .select({ tokenHash: sessions.tokenHash })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.expiresAt), desc(sessions.tokenHash))
      .offset(most)
    await db.delete(sessions).where(inArray(sessions.tokenHash, surplus))
  }

  return {
    async open(address, from) {
      const now = clock()
      const userId = (await findUser(db, address)) ?? (await createUser(db, address, now))
      const token = randomBytes(32).toString('base64url')
      const expiresAt = lifeFrom(now)
      await db.insert(sessions).values({
        tokenHash: hash(token),
        userId,
        clientAddress: from.clientAddress.slice(0, 64),
        userAgent: from.userAgent.slice(0, 256),
        createdAt: now,
        expiresAt,
      })
      await closeSurplus(userId)
      return { token, address, expiresAt }
    },

    async find(token) {
      const [found] = await findAlive.execute({ hash: hash(token), now: clock().toISOString() })
      return found ?? null
    },

    async extend(token) {
      const now = clock()
      const [extended] = await db
        .update(sessions)
        .set({ expiresAt: lifeFrom(now) })
        .from(accounts)
        .where(and(walletOfSession, eq(sessions.tokenHash, hash(token)), gt(sessions.expiresAt, now)))
        .returning({ address: accounts.subject, expiresAt: sessions.expiresAt })
      return extended ?? null
    },

    async close(token) {
      await db.delete(sessions).where(eq(sessions.tokenHash, hash(token)))
    },

    async sweep() {
      await db.delete(sessions).where(lte(sessions.expiresAt, clock()))
    },
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

async function findUser(db: Pick<Db, 'select'>, address: string): Promise<string | undefined> {
  const [account] = await db
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.provider, SOLANA), eq(accounts.subject, address)))
  return account?.userId
}

/** Of two first sign-ins at once, the one whose account comes second takes its user back and joins the other. */
function createUser(db: Db, address: string, now: Date): Promise<string> {
  return db.transaction(async (tx) => {
    const id = randomUUID()
    await tx.insert(users).values({ id, createdAt: now })
    const account = { provider: SOLANA, subject: address, userId: id, createdAt: now }
    const made = await tx
      .insert(accounts)
      .values(account)
      .onConflictDoNothing()
      .returning({ userId: accounts.userId })
    if (made.length > 0) return id
    await tx.delete(users).where(eq(users.id, id))
    const existing = await findUser(tx, address)
    if (!existing) throw new Error('the account that was in the way is gone')
    return existing
  })
}
