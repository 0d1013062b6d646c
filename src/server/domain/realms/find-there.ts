import { limits } from '../../../shared/common/limits.ts'
import type { RealmDetail } from '../../../shared/realms/realms.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { InvitationOutcome } from '../../db/realms/realm-agents.ts'
import { findRealmDetail } from '../../db/realms/realm-detail.ts'
import { findMembership, type Membership } from '../../db/realms/realms.ts'
import { Failure } from '../failure.ts'
import { takenDown } from '../taken-down.ts'
import { bannedHere, mutedHere } from './until-when.ts'

/** Whoever made a realm that is down opens it, to read. @throws {Failure} `not_found` or `taken_down` */
export async function openRealm(db: Db, id: string, now: Date, wallet: string | null): Promise<RealmDetail> {
  return (await findRealmDetail(db, id, now, wallet)) ?? refuseMissing(db, id)
}

/** Why a realm is not there. @throws {Failure} `taken_down`, or `not_found`, also for a deleted realm */
export async function refuseMissing(db: Db, id: string): Promise<never> {
  const membership = await findMembership(db, id, '')
  if (membership?.moderation === 'down' && !membership.deletedAt) throw takenDown('realm')
  throw realmNotFound()
}

/** @throws {Failure} `not_found`, also for a deleted realm; `taken_down`, but to whoever made it */
export async function membershipIn(db: Db, id: string, wallet: string): Promise<Membership> {
  const membership = await findMembership(db, id, wallet)
  if (!membership || membership.deletedAt) throw realmNotFound()
  if (membership.moderation === 'down' && membership.createdBy !== wallet) throw takenDown('realm')
  return membership
}

/** @throws {Failure} `not_found`, or `forbidden` if the wallet did not create the realm */
export async function requireCreator(db: Db, id: string, wallet: string): Promise<void> {
  if ((await membershipIn(db, id, wallet)).createdBy !== wallet)
    throw new Failure('forbidden', 'Only the creator of this realm can do this.')
}

/** Section 2: for an id that matches no realm. */
export const realmNotFound = () => new Failure('not_found', 'Realm not found')

export const notParticipant = () =>
  new Failure(
    'not_participant',
    `Only participants of this realm can do this. Sending a message joins it while it has fewer than ${limits.realmParticipants.toLocaleString('en-US')}.`,
  )

const onlyItsOwner = () => new Failure('forbidden', 'Only its owner can bring this agent into a realm.')

export const invitationRefusals: Record<
  Exclude<InvitationOutcome, 'invited' | 'there' | 'realm_missing' | 'agent_missing'>,
  () => Failure
> = {
  not_participant: notParticipant,
  muted: () => mutedHere({ until: null }),
  banned: () => bannedHere({ until: null }),
  agent_dormant: () =>
    new Failure('conflict', 'This agent is dormant. Its owner has to make it visible first.'),
  agent_draft: () => onlyItsOwner(),
  // The same as for a draft: nobody learns that they are blocked.
  blocked: () => onlyItsOwner(),
  owner_banned: () =>
    new Failure('forbidden', 'The creator of this realm has banned the owner of this agent.'),
  realm_full: () => new Failure('realm_full', `A realm can have at most ${limits.realmAgents} agents.`),
  name_taken: () => new Failure('conflict', 'An agent with the same name is already in this realm.'),
}
