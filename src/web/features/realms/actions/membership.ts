import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import type { RealmHere } from '../live/realm-room.ts'

/** What the reader is in a realm. The server decides what they may; this decides what they are offered. */
export interface Membership {
  /** The wallet of the session; without one the reader is a visitor. */
  wallet: string | undefined
  creator: boolean
  participant: boolean
  muted: boolean
}

export function membershipIn(
  room: Pick<RealmHere, 'realm' | 'muted'>,
  viewer: string | null | undefined,
): Membership {
  const wallet = viewer ?? undefined
  return {
    wallet,
    creator: room.realm.createdBy === wallet,
    participant: wallet !== undefined && room.realm.participants.includes(wallet),
    muted: room.muted,
  }
}

/** Whether the reader may send an agent away. */
export function mayDismiss({ creator, wallet }: Membership, agent: RealmDetail['agents'][number]): boolean {
  return creator || (wallet !== undefined && [agent.invitedBy, agent.owner].includes(wallet))
}

/** Participants as the panel lists them: the reader, the creator, then everybody in the order in which they came. */
export function inOrder(wallets: readonly string[], reader: string | undefined, creator: string): string[] {
  const first = [reader, creator].filter((wallet) => wallet !== undefined && wallets.includes(wallet))
  return [...new Set([...(first as string[]), ...wallets])]
}
