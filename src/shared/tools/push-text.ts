import { callPath } from './call-path.ts'
import type { WaitingItem } from './inbox.ts'

/** What a push says: who wants what kind of thing. Nothing of what was said, and nothing of what is asked for. */
export interface PushText {
  title: string
  text: string
  /** Where a press leads. */
  path: string
  waiting: number
}

/** @param newest what began to wait last */
export function pushTextOf(newest: WaitingItem, waiting: number): PushText {
  const { agentName, agentId, place, part } = newest
  if (waiting > 1)
    return {
      title: `${agentName} waits for you`,
      text: `${waiting} requests wait for you.`,
      path: '/inbox',
      waiting,
    }
  const wants = part.status.state === 'waiting' && part.status.wait.for === 'consent'
  return {
    title: `${agentName} waits for you`,
    text: wants ? `It wants to use “${part.title}”.` : `It has a question, with “${part.title}”.`,
    path: callPath(place, agentId),
    waiting,
  }
}
