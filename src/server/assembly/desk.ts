import type { Subject } from '../../shared/trust/reports.ts'
import { Desk } from '../domain/trust/desk.ts'
import { DeskActions } from '../domain/trust/desk-actions.ts'
import { trustFigures } from '../domain/trust/figures.ts'
import { Objections } from '../domain/trust/objections.ts'
import { endFormerOperators } from '../domain/trust/operators.ts'
import { silence } from '../domain/trust/silence.ts'
import { Takedowns } from '../domain/trust/takedowns.ts'
import type { createConversationParts } from './conversations.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createPictures } from './pictures.ts'
import type { createRealmParts } from './realms.ts'
import type { createTrustParts } from './trust.ts'

type Base = Infrastructure &
  ReturnType<typeof createPictures> &
  ReturnType<typeof createTrustParts> &
  Pick<ReturnType<typeof createConversationParts>, 'replies' | 'swarm'> &
  ReturnType<typeof createRealmParts>

/** What operators decide, and what people read and say about it; it ends what runs, so it comes after that. */
export function createDeskParts(base: Base) {
  const { env, db, sessionEnds, seenThings, replies, swarm, turns } = base
  const operators = env.OPERATORS ?? []
  const see = (subject: Subject) => seenThings.see(subject, 'operator')
  const announce = (ids: readonly string[]) => sessionEnds.announce(ids)
  const stop = {
    conversation: (ids: readonly string[]) => replies.stopIn(ids),
    run: (id: string, wallet: string) => swarm.of(id).stop(id, wallet),
    answer: (realmId: string, id: string) => turns.stop(realmId, id),
  }
  const takedowns = new Takedowns({
    ...base,
    takenLooks: base.taken,
    announce: (subject, isDown) => base.takenDownNews.announce(subject, isDown),
  })
  return {
    takedowns,
    desk: new Desk({ ...base, operators, see }),
    deskActions: new DeskActions({
      ...{ ...base, operators, see, takedowns },
      silence: (wallet) => silence({ db, stop, announce }, wallet),
      onKeysRevoked: announce,
    }),
    objections: new Objections({ ...base, see }),
    trustFigures: () => trustFigures(base),
    endFormerOperators: () => endFormerOperators({ db, onEnded: announce }, operators),
  }
}
