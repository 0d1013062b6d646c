import { deleteMute, insertMute, listMutes } from '../../db/realm-mutes.ts'
import { Failure } from '../failure.ts'
import { onlyCreator, standingIn } from './find-there.ts'
import type { Realms, RealmsOptions } from './realms.ts'

/** Who may not speak in a realm. */
export function muteWallets({
  db,
  clock,
  feed,
}: RealmsOptions): Pick<Realms, 'mutes' | 'setMuted' | 'isMuted'> {
  return {
    async mutes(id, wallet) {
      await onlyCreator(db, id, wallet)
      return { wallets: await listMutes(db, id) }
    },

    async setMuted(id, creator, wallet, muted) {
      await onlyCreator(db, id, creator)
      if (wallet === creator) throw new Failure('conflict', 'The creator of a realm can always speak in it.')
      const changed = muted
        ? await insertMute(db, { realmId: id, creator, wallet, at: clock() })
        : await deleteMute(db, { realmId: id, creator, wallet })
      if (changed) feed.muted(id, wallet, muted)
    },

    async isMuted(id, wallet) {
      return (await standingIn(db, id, wallet)).muted
    },
  }
}
