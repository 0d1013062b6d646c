import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import { SESSION_DAYS } from '../../../shared/session/own-sessions.ts'
import { recogniseWallet } from '../conceal.ts'
import type { Db } from '../connect/connect.ts'
import { accounts, sessions, users } from '../schema/identity.ts'

const DAY_MS = 24 * 3_600_000

/** How long a session lasts after it was opened or extended, in milliseconds. */
export const SESSION_LIFETIME_MS = SESSION_DAYS.unused * DAY_MS

/** The maximum age of a session, in milliseconds from its opening and however it is used. */
export const SESSION_MAX_AGE_MS = SESSION_DAYS.atMost * DAY_MS

/** The minimum time between two updates of a session's last use, in milliseconds: each update is a write. */
export const NOTE_USE_MS = 10 * 60_000

/** The maximum number of live sessions of a wallet. Opening another one ends the oldest. */
const SESSIONS_A_WALLET = 50

/** A wallet is one kind of proof; others can be linked to the same user later (decision 6). */
const SOLANA = 'solana'

export interface LiveSession {
  /** The public id of the session. It can't be used to sign in. */
  id: string
  address: string
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
}

/** A live session as shown to its owner, with the browser's user agent and the client's network address. */
export interface ListedSession extends Omit<LiveSession, 'address'> {
  userAgent: string
  clientAddress: string
}

export interface SessionStore {
  /**
   * Opens a session for the wallet's user, who is created on the first sign-in. The token is returned only here.
   * @param earlier tokens whose sessions are ended, whoever they belong to
   * @returns `ended`: the ids of those, and of the wallet's oldest sessions if there are too many
   */
  open(
    address: string,
    from: { clientAddress: string; userAgent: string; earlier?: readonly string[] },
  ): Promise<LiveSession & { token: string; ended: string[] }>
  find(token: string): Promise<LiveSession | null>
  /** Extends a live session to its full lifetime, but not beyond its maximum age. */
  extend(token: string): Promise<LiveSession | null>
  /** Updates the last use of a session, unless that was done a few minutes ago. */
  noteUse(token: string): Promise<void>
  /**
   * Ends the sessions of these tokens.
   * @returns their ids
   */
  close(tokens: readonly string[]): Promise<string[]>
  /** The wallet's live sessions, most recently used first. */
  list(address: string): Promise<ListedSession[]>
  /**
   * Ends one of the wallet's live sessions.
   * @returns whether there was one with this id
   */
  end(address: string, id: string): Promise<boolean>
  /**
   * Ends all of the wallet's sessions except one.
   * @returns the ids of those that were live
   */
  endOthers(address: string, kept: string): Promise<string[]>
  sweep(): Promise<void>
}

/**
 * Creates the store of sessions in the database. Only the hash of a token is stored, so that a copy of the table can't
 * be used to sign in.
 */
export function createSessionStore({ db, clock }: { db: Db; clock: () => Date }): SessionStore {
  const oldest = (now: Date) => new Date(now.getTime() - SESSION_MAX_AGE_MS)
  const isAlive = (now: Date) => and(gt(sessions.expiresAt, now), gt(sessions.createdAt, oldest(now)))
  const walletOfSession = and(eq(accounts.userId, sessions.userId), eq(accounts.provider, SOLANA))
  const columns = {
    id: sessions.id,
    createdAt: sessions.createdAt,
    lastUsedAt: sessions.lastUsedAt,
    expiresAt: sessions.expiresAt,
  }
  const ofWallet = (address: string) =>
    inArray(
      sessions.userId,
      db
        .select({ userId: accounts.userId })
        .from(accounts)
        .where(and(eq(accounts.provider, SOLANA), eq(accounts.subject, address))),
    )
  /** Nearly every request of a signed-in user runs this; building the query each time would double its cost. */
  const findAlive = db
    .select({ ...columns, address: accounts.subject })
    .from(sessions)
    .innerJoin(accounts, walletOfSession)
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('hash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        gt(sessions.createdAt, sql.placeholder('oldest')),
      ),
    )
    .prepare('find_alive_session')

  return {
    async open(address, { clientAddress, userAgent, earlier = [] }) {
      const now = clock()
      const userId = (await findUser(db, address)) ?? (await createUser(db, address, now))
      const token = randomBytes(32).toString('base64url')
      return db.transaction(async (tx) => {
        // Serializes sign-ins of one user, because two at once could exceed the limit together.
        await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
        const replaced = await tx
          .delete(sessions)
          .where(inArray(sessions.tokenHash, earlier.map(hash)))
          .returning({ id: sessions.id })
        const surplus = tx
          .select({ id: sessions.id })
          .from(sessions)
          .where(and(eq(sessions.userId, userId), isAlive(now)))
          .orderBy(desc(sessions.createdAt), sessions.id)
          .offset(SESSIONS_A_WALLET - 1)
        const outnumbered = await tx
          .delete(sessions)
          .where(inArray(sessions.id, surplus))
          .returning({ id: sessions.id })
        const row = {
          tokenHash: hash(token),
          id: randomUUID(),
          userId,
          clientAddress: clientAddress.slice(0, 64),
          userAgent: userAgent.slice(0, 256),
          createdAt: now,
          lastUsedAt: now,
          expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
        }
        await tx.insert(sessions).values(row)
        const { id, createdAt, lastUsedAt, expiresAt } = row
        const ended = [...replaced, ...outnumbered].map((session) => session.id)
        return { id, address, createdAt, lastUsedAt, expiresAt, token, ended }
      })
    },

    async find(token) {
      const now = clock()
      const times = { now: now.toISOString(), oldest: oldest(now).toISOString() }
      const [found] = await findAlive.execute({ hash: hash(token), ...times })
      return found ? withinItsAge(found) : null
    },

    async extend(token) {
      const now = clock()
      const life = new Date(now.getTime() + SESSION_LIFETIME_MS)
      const [extended] = await db
        .update(sessions)
        .set({
          expiresAt: sql`least(${life.toISOString()}::timestamptz, ${sessions.createdAt} + ${SESSION_MAX_AGE_MS} * interval '1 millisecond')`,
          lastUsedAt: now,
        })
        .from(accounts)
        .where(and(walletOfSession, eq(sessions.tokenHash, hash(token)), isAlive(now)))
        .returning({ ...columns, address: accounts.subject })
      return extended ?? null
    },

    async noteUse(token) {
      const now = clock()
      const noted = new Date(now.getTime() - NOTE_USE_MS)
      await db
        .update(sessions)
        .set({ lastUsedAt: now })
        .where(and(eq(sessions.tokenHash, hash(token)), lte(sessions.lastUsedAt, noted)))
    },

    async close(tokens) {
      const closed = await db
        .delete(sessions)
        .where(inArray(sessions.tokenHash, tokens.map(hash)))
        .returning({ id: sessions.id })
      return closed.map(({ id }) => id)
    },

    async list(address) {
      const listed = await db
        .select({ ...columns, userAgent: sessions.userAgent, clientAddress: sessions.clientAddress })
        .from(sessions)
        .where(and(ofWallet(address), isAlive(clock())))
        .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt), sessions.id)
        .limit(SESSIONS_A_WALLET)
      return listed.map(withinItsAge)
    },

    async end(address, id) {
      const ended = await db
        .delete(sessions)
        .where(and(ofWallet(address), eq(sessions.id, id), isAlive(clock())))
        .returning({ id: sessions.id })
      return ended.length > 0
    },

    async endOthers(address, kept) {
      const ended = await db
        .delete(sessions)
        .where(and(ofWallet(address), ne(sessions.id, kept)))
        .returning(columns)
      const now = clock()
      return ended.filter((session) => withinItsAge(session).expiresAt > now).map(({ id }) => id)
    },

    async sweep() {
      await db.delete(sessions).where(lte(sessions.expiresAt, clock()))
    },
  }
}

/** Applies the maximum age to sessions that were extended before it was introduced. */
function withinItsAge<Session extends Pick<LiveSession, 'createdAt' | 'expiresAt'>>(
  session: Session,
): Session {
  const last = new Date(session.createdAt.getTime() + SESSION_MAX_AGE_MS)
  return session.expiresAt > last ? { ...session, expiresAt: last } : session
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

/**
 * Creates a user for the wallet. Of two concurrent first sign-ins, the later one removes its own user and uses the
 * other's.
 */
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
    if (made.length > 0) {
      await recogniseWallet(tx, address)
      return id
    }
    await tx.delete(users).where(eq(users.id, id))
    const existing = await findUser(tx, address)
    if (!existing) throw new Error('the account that was in the way is gone')
    return existing
  })
}
