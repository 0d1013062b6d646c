import type { AnsweringAgent, ReplyEvent } from '../../../shared/chat/chat.ts'
import type { SwarmTurn, TriedTurn } from '../../../shared/swarm/swarm.ts'
import { type ReplyParts, reply } from '../chat/reply.ts'
import { PATIENCE, watchTurn } from '../turns/watch-turn.ts'
import { type SwarmScene, swarmTurnRequest, synthesisRequest } from './turn-request.ts'

/**
 * One turn of a run that a visitor's page plans: asked, watched over and cut as a turn of a stored run is, and kept
 * nowhere.
 * @param agents those of the run, in the order of their seats; null for one that is not there for this wallet
 */
export function tryTurn(
  turn: TriedTurn,
  agents: readonly (AnsweringAgent | null)[],
  parts: ReplyParts,
): AsyncIterable<ReplyEvent> {
  const { seat, round, words } = turn
  const { stopped, requestId, because } = parts
  const scene = sceneOf(turn, agents)
  const agent = seat === null ? null : agents[seat]
  const request =
    seat !== null && agent
      ? swarmTurnRequest(agent, { phase: 0, round, seat, words }, scene)
      : synthesisRequest({ phase: 0, words }, scene)
  const watched = { name: request.agent.name, words, requestId, patience: PATIENCE, stopped, because }
  return watchTurn(watched, (letGo) => reply(request, { ...parts, stopped: letGo })).events
}

function sceneOf(
  { mode, task, said, words }: TriedTurn,
  agents: readonly (AnsweringAgent | null)[],
): SwarmScene {
  return {
    mode,
    seats: agents.map((agent) => {
      return { agentId: '', agentName: agent?.name ?? '', agentImageUrl: '', dropped: agent === null }
    }),
    phases: [{ task, rounds: 1, words }],
    turns: said.map(({ round, seat, content }, index): SwarmTurn => {
      return {
        id: '',
        number: index + 1,
        phase: 0,
        round,
        seat,
        state: 'finished',
        content,
        given: words,
        said: null,
        trouble: null,
        again: false,
        createdAt: '',
      }
    }),
  }
}
