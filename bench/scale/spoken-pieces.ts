import { sql } from 'drizzle-orm'
import type { Db } from '../../src/server/db/connect/connect.ts'
import { drawnText } from '../load-conversations.ts'

/** A power of two, so that bits of a hash name a piece. */
const PIECES = 4_096

/** A condition for the piece of `spoken` that a number, a column, gets: it looks random and is the same in every run. */
export const pieceOf = (number: string) => sql.raw(`piece = (hashint8(${number}) & ${PIECES - 1})`)

/** Keeps a table `spoken` with pieces of text, `words`, of so many characters while rows are made of it. */
export async function withSpokenPieces<Result>(
  db: Db,
  characters: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const say = await drawnText()
  const pieces = Array.from({ length: PIECES }, () => say(Math.ceil(characters / 3)).slice(0, characters))
  await db.execute(sql`
    create unlogged table spoken as
    select nth::int - 1 as piece, words from unnest(${sql.param(pieces)}::text[]) with ordinality as given (words, nth)`)
  await db.execute(sql`analyze spoken`)
  try {
    return await work()
  } finally {
    await db.execute(sql`drop table spoken`)
  }
}
