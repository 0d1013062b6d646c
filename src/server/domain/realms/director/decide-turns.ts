import type { SettledRow } from '../../../db/realms/read-undirected.ts'
import type { Direction, UndirectedRealm } from '../../../db/realms/realm-turns.ts'
import { direct } from './director.ts'
import { type DirectorState, type GivenTurn, RECENT, type RosterAgent, type Settled } from './director-log.ts'

/** Runs the director from its stored state. */
export function decideTurns(realmId: string, realm: UndirectedRealm): Direction {
  const { policy, agentTurns, agentWords, directed, messages } = realm
  const settings = { policy, agentTurns, agentWords, roster: realm.roster.map(rosterAgent) }
  const log = messages.filter(({ settled }) => settled > directed).map(settledMessage)
  const { turns, directorState } = direct(log, settings, realmId, directorStateOf(realm))
  return { turns, turnsTaken: directorState.taken, held: realm.roster.length > 0 ? directorState.held : null }
}

function directorStateOf({
  turnsTaken,
  held,
  directed,
  messages,
  turns,
  roster,
}: UndirectedRealm): DirectorState {
  const known = messages.filter(({ settled }) => settled <= directed)
  const latest = roster.toSorted((one, other) => (other.lastTurn ?? 0) - (one.lastTurn ?? 0))[0]
  return {
    taken: turnsTaken,
    held,
    recent: known.slice(-RECENT).map(settledMessage),
    turns: turns.map(({ agentId, answers, settled, at, given, words, waits }): GivenTurn => {
      // It may take a week: meanwhile it holds back nobody, and counts in its hour with all it may say.
      if (waits) return { agentId, answers, words: given, endedOf: at, waits }
      const isOver = settled !== null && settled <= directed
      return { agentId, answers, words: isOver ? (words ?? 0) : given, endedOf: isOver ? at : null }
    }),
    last: latest?.lastTurn ? latest.id : null,
    marks: new Map(
      roster.flatMap(({ id, markedBy, trouble }) =>
        markedBy === null ? [] : [[id, { number: markedBy, bad: trouble !== null }] as const],
      ),
    ),
  }
}

export function rosterAgent(agent: UndirectedRealm['roster'][number]): RosterAgent {
  const { id, name, description, capabilities, knowledgeDomains, invitedAt } = agent
  return { id, name, about: [name, description, ...capabilities, ...knowledgeDomains].join('\n'), invitedAt }
}

export function settledMessage(row: SettledRow): Settled {
  const { number, author, at, kind, content } = row
  const place = { number, author, at }
  if (kind === 'go-on') return { ...place, kind }
  if (kind === 'said')
    return { ...place, kind, content, repliesTo: row.isReply ? { agentId: row.repliedAgent } : null }
  const { agentId, answers, state, trouble, words } = row
  if (agentId === null || answers === null || state === null)
    throw new Error('an answer is stored without what every answer has')
  return { ...place, kind, content, agentId, answers, answersAgent: row.repliedAgent, state, trouble, words }
}
