import { limits } from '../../../shared/common/limits.ts'

/**
 * The title of a copy: the original title with ` (fork)`, then ` (fork 2)` and so on, shortened if it would be too
 * long.
 */
export function forkTitle(title: string): string {
  const [, name = title, mark, number] = /^(.*?)( \(fork(?: (\d{1,6}))?\))?$/u.exec(title) ?? []
  const next = mark === undefined ? ' (fork)' : ` (fork ${Number(number ?? 1) + 1})`
  const room = limits.conversationTitle - next.length
  if (name.length <= room) return name + next
  return `${name
    .slice(0, room - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…${next}`
}
