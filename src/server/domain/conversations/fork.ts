import { limits } from '../../../shared/common/limits.ts'
import { cutText } from '../../../shared/text/plain-text.ts'
import { openToolStates } from '../../../shared/tools/tool-states.ts'
import type { NewFork } from '../../db/conversations/fork-conversation.ts'

/** In a fork nothing goes on: a running reply is interrupted there, and what waits for a decision is not asked a second time. */
export const COPIED: NewFork['copied'] = {
  states: { running: 'interrupted', waiting: 'stopped' },
  superseded: openToolStates,
}

/** Adds ` (fork)`, then ` (fork 2)` and so on; a title that would be too long is shortened. */
export function forkTitle(title: string): string {
  const [, name = title, mark, number] = /^(.*?)( \(fork(?: (\d{1,6}))?\))?$/u.exec(title) ?? []
  const next = mark === undefined ? ' (fork)' : ` (fork ${Number(number ?? 1) + 1})`
  const room = limits.conversationTitle - next.length
  if (name.length <= room) return name + next
  return `${cutText(name, room - 1).trimEnd()}…${next}`
}
