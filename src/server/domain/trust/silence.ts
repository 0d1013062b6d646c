import type { Db } from '../../db/connect/connect.ts'
import { listRunningOf } from '../../db/own-data/running-of.ts'

/** What goes the way of ended sessions' ids, so that what a wallet has answered without storing it ends, too. */
export const noticeOfSilence = (wallet: string): string => `silenced ${wallet}`

interface SilenceOptions {
  db: Db
  stop: {
    conversation: (ids: readonly string[]) => Promise<void>
    run: (id: string, wallet: string) => Promise<void>
    answer: (realmId: string, id: string) => Promise<void>
  }
  announce: (notices: readonly string[]) => void
}

/** Ends what a wallet that may not speak any more has answered at this moment, on every server, with the words so far. */
export async function silence({ db, stop, announce }: SilenceOptions, wallet: string): Promise<void> {
  const running = await listRunningOf(db, wallet)
  // A key's notice ends what it receives; the key itself stays.
  announce([noticeOfSilence(wallet), ...running.keys])
  await stop.conversation(running.conversations)
  for (const id of running.runs) await stop.run(id, wallet)
  for (const { realmId, id } of running.answers) await stop.answer(realmId, id)
}
