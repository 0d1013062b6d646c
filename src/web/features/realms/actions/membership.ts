import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import type { RealmHere } from '../live/realm-room.ts'

/** Determines only what is offered; the server enforces permissions. */
export interface Membership {
  wallet: string | undefined
  creator: boolean
  participant: boolean
  muted: boolean
}

export interface ToolDialogProps {
  realm: RealmDetail
  membership: Membership
  onClose: () => void
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

export function mayDismiss({ creator, wallet }: Membership, agent: RealmDetail['agents'][number]): boolean {
  return creator || (wallet !== undefined && [agent.invitedBy, agent.owner].includes(wallet))
}

/** Participants in the order of the panel: the viewer, the creator, then everybody else by the time they joined. */
export function inOrder(wallets: readonly string[], reader: string | undefined, creator: string): string[] {
  const first = [reader, creator].filter((wallet) => wallet !== undefined && wallets.includes(wallet))
  return [...new Set([...(first as string[]), ...wallets])]
}
