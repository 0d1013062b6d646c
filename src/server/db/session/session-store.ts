import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import { SESSION_DAYS } from '../../../shared/session/own-sessions.ts'
import type { Db } from '../connect/connect.ts'
import { accounts, sessions } from '../schema/identity.ts'
import { createUser, lockUser, SOLANA } from './users.ts'

const DAY_MS = 24 * 3_600_000

/** How long a session lasts after it was opened or extended, in milliseconds. */
export const SESSION_LIFETIME_MS = SESSION_DAYS.unused * DAY_MS

/** The maximum age of a session, in milliseconds from its opening and however it is used. */
export const SESSION_MAX_AGE_MS = SESSION_DAYS.atMost * DAY_MS

/** The minimum time between two updates of a session's last use, in milliseconds: each update is a write. */
export const NOTE_USE_MS = 10 * 60_000

/** The maximum number of live sessions of a wallet. Opening another one ends the oldest. */
const SESSIONS_A_WALLET = 50

export interface LiveSession {
  id: string
  address: string
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
}

interface ListedSession extends Omit<LiveSession, 'address'> {
  userAgent: string
  clientAddress: string
}

const walletOfSession = and(eq(accounts.userId, sessions.userId), eq(accounts.provider, SOLANA))

const columns = {
  id: sessions.id,
  createdAt: sessions.createdAt,
  lastUsedAt: sessions.lastUsedAt,
  expiresAt: sessions.expiresAt,
}

/** Nearly every request of a signed-in user runs this; building the query each time would double its cost. */
const prepareFindAlive = (db: Db) =>
  db
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

interface SessionStoreOptions {
  db: Db
  clock: () => Date
}

/** The sessions in the database, by the hash of their token: a copy of the table can't be used to sign in. */
export class SessionStore {
  readonly #options: SessionStoreOptions
  readonly #findAlive: ReturnType<typeof prepareFindAlive>

  constructor(options: SessionStoreOptions) {
    this.#options = options
    this.#findAlive = prepareFindAlive(options.db)
  }

  /**
   * Opens a session for the wallet's user, who is created on the first sign-in. The token is returned only here.
   * @param earlier tokens whose sessions are ended, whoever they belong to
   * @returns `ended`: the ids of those, and of the wallet's oldest sessions if there are too many
   */
  async open(
    address: string,
    {
      clientAddress,
      userAgent,
      earlier = [],
    }: { clientAddress: string; userAgent: string; earlier?: readonly string[] },
  ): Promise<LiveSession & { token: string; ended: string[] }> {
    const { clock, db } = this.#options
    const now = clock()
    const token = randomBytes(32).toString('base64url')
    return db.transaction(async (tx) => {
      const userId = (await lockUser(tx, address)) ?? (await createUser(tx, address, now))
      const replaced = await tx
        .delete(sessions)
        .where(inArray(sessions.tokenHash, earlier.map(hash)))
        .returning({ id: sessions.id })
      const surplus = tx
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.userId, userId), this.#isAlive(now)))
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
  }

  async find(token: string): Promise<LiveSession | null> {
    const { clock } = this.#options
    const now = clock()
    const times = { now: now.toISOString(), oldest: this.#oldest(now).toISOString() }
    const [found] = await this.#findAlive.execute({ hash: hash(token), ...times })
    return found ? withinItsAge(found) : null
  }

  /** Extends a live session to its full lifetime, but not beyond its maximum age. */
  async extend(token: string): Promise<LiveSession | null> {
    const { clock, db } = this.#options
    const now = clock()
    const life = new Date(now.getTime() + SESSION_LIFETIME_MS)
    const [extended] = await db
      .update(sessions)
      .set({
        expiresAt: sql`least(${life.toISOString()}::timestamptz, ${sessions.createdAt} + ${SESSION_MAX_AGE_MS} * interval '1 millisecond')`,
        lastUsedAt: now,
      })
      .from(accounts)
      .where(and(walletOfSession, eq(sessions.tokenHash, hash(token)), this.#isAlive(now)))
      .returning({ ...columns, address: accounts.subject })
    return extended ?? null
  }

  /** Updates the last use of a session, unless that was done a few minutes ago. */
  async noteUse(token: string): Promise<void> {
    const { clock, db } = this.#options
    const now = clock()
    const noted = new Date(now.getTime() - NOTE_USE_MS)
    await db
      .update(sessions)
      .set({ lastUsedAt: now })
      .where(and(eq(sessions.tokenHash, hash(token)), lte(sessions.lastUsedAt, noted)))
  }

  /** Ends the sessions of these tokens and returns their ids. */
  async close(tokens: readonly string[]): Promise<string[]> {
    const { db } = this.#options
    const closed = await db
      .delete(sessions)
      .where(inArray(sessions.tokenHash, tokens.map(hash)))
      .returning({ id: sessions.id })
    return closed.map(({ id }) => id)
  }

  /** The wallet's live sessions, most recently used first. */
  async list(address: string): Promise<ListedSession[]> {
    const { db, clock } = this.#options
    const listed = await db
      .select({ ...columns, userAgent: sessions.userAgent, clientAddress: sessions.clientAddress })
      .from(sessions)
      .where(and(this.#ofWallet(address), this.#isAlive(clock())))
      .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt), sessions.id)
      .limit(SESSIONS_A_WALLET)
    return listed.map(withinItsAge)
  }

  /** Ends one of the wallet's live sessions; false if there was none with this id. */
  async end(address: string, id: string): Promise<boolean> {
    const { db, clock } = this.#options
    const ended = await db
      .delete(sessions)
      .where(and(this.#ofWallet(address), eq(sessions.id, id), this.#isAlive(clock())))
      .returning({ id: sessions.id })
    return ended.length > 0
  }

  /** Ends all of the wallet's sessions except one and returns the ids of those that were live. */
  async endOthers(address: string, kept: string): Promise<string[]> {
    const { db, clock } = this.#options
    const ended = await db
      .delete(sessions)
      .where(and(this.#ofWallet(address), ne(sessions.id, kept)))
      .returning(columns)
    const now = clock()
    return ended.filter((session) => withinItsAge(session).expiresAt > now).map(({ id }) => id)
  }

  async sweep(): Promise<void> {
    const { db, clock } = this.#options
    await db.delete(sessions).where(lte(sessions.expiresAt, clock()))
  }

  #oldest(now: Date) {
    return new Date(now.getTime() - SESSION_MAX_AGE_MS)
  }

  #isAlive(now: Date) {
    return and(gt(sessions.expiresAt, now), gt(sessions.createdAt, this.#oldest(now)))
  }

  #ofWallet(address: string) {
    const { db } = this.#options
    return inArray(
      sessions.userId,
      db
        .select({ userId: accounts.userId })
        .from(accounts)
        .where(and(eq(accounts.provider, SOLANA), eq(accounts.subject, address))),
    )
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
