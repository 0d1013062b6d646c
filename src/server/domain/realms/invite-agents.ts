import { limits } from '../../../shared/common/limits.ts'
import {
  type InvitationOutcome,
  inviteAgent,
  isInvited,
  listRunningOf,
  removeAgent,
} from '../../db/realms/realm-agents.ts'
import { Failure } from '../failure.ts'
import { membershipIn, openRealm } from './find-there.ts'
import { mutedHere, notParticipant, realmNotFound } from './realm-refusals.ts'
import type { Realms, RealmsOptions } from './realms.ts'

/** Implements the operations on the agents of a realm. */
export function inviteAgents({ db, clock, feed, turns }: RealmsOptions): Pick<Realms, 'invite' | 'dismiss'> {
  return {
    async invite(id, agentId, wallet) {
      const outcome = await inviteAgent(db, { realmId: id, agentId, wallet, at: clock() })
      if (outcome === 'invited') feed.detailChanged(id)
      else if (outcome !== 'there') throw refusals[outcome]()
      return openRealm(db, id, clock())
    },

    async dismiss(id, agentId, wallet) {
      if (await removeAgent(db, { realmId: id, agentId, wallet })) {
        feed.detailChanged(id)
        const running = await listRunningOf(db, id, agentId)
        await Promise.all(running.map((messageId) => turns.stop(id, messageId)))
      } else {
        await membershipIn(db, id, wallet)
        if (await isInvited(db, id, agentId))
          throw new Failure(
            'forbidden',
            'Only the person who invited this agent, its owner and the realm’s creator can remove it.',
          )
      }
      return openRealm(db, id, clock())
    },
  }
}

const refusals: Record<Exclude<InvitationOutcome, 'invited' | 'there'>, () => Failure> = {
  realm_missing: realmNotFound,
  not_participant: notParticipant,
  muted: mutedHere,
  agent_missing: () => new Failure('not_found', 'There is no such agent.'),
  agent_dormant: () =>
    new Failure('conflict', 'This agent is dormant. Its owner has to make it visible first.'),
  agent_draft: () =>
    new Failure('forbidden', 'This agent is a draft. Only its owner can bring it into a realm.'),
  realm_full: () => new Failure('realm_full', `A realm can have at most ${limits.realmAgents} agents.`),
  name_taken: () => new Failure('conflict', 'An agent with the same name is already in this realm.'),
}
