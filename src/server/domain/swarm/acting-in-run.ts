import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import type { BegunSwarmTurn, SteppedRun } from '../../db/swarm/swarm-turns.ts'
import type { ActingFor } from '../chat/reply-tools.ts'

/**
 * How an agent acts in a run: whoever started it decides, and wrote its tasks. What other agents said is text of others.
 * A visitor's run is stored nowhere, so that nothing in it can wait.
 */
export function actingInRun(
  { place, phase, round }: Pick<BegunSwarmTurn, 'place' | 'phase' | 'round'>,
  agent: AnsweringAgent,
  { mode, phases, turns }: Pick<SteppedRun, 'mode' | 'phases' | 'turns'>,
  wallet: string | null,
): ActingFor {
  const { conversationId: scopeId, replyId } = place
  const readsOthers =
    phase > 0 || (mode !== 'parallel' && (round > 1 || mode === 'relay') && turns.length > 0)
  return {
    place: wallet === null ? null : { scope: 'run', scopeId, replyId },
    written: phases.slice(0, phase + 1).map(({ task }) => task),
    cited: [],
    marks: {
      untrusted: readsOthers,
      private: wallet !== null && agent.owner === wallet && (agent.ownDocuments ?? null) !== null,
    },
  }
}
