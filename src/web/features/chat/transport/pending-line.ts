import type { StoredLine } from './line.ts'

/**
 * A stored line whose code is still loading, so that whoever stores nothing never loads it. What is asked of it waits,
 * in order; where the code can't come, it is tried again with the next use.
 * @param load of the conversation, which needs no line
 */
export function pendingLine(open: () => Promise<StoredLine>, load: StoredLine['load']): StoredLine {
  let opened: Promise<StoredLine> | undefined
  const line = () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  line().catch(() => {})
  return {
    kept: 'server',
    keep: async (messages) => (await line()).keep(messages),
    async *ask(asking, follower) {
      yield* (await line()).ask(asking, follower)
    },
    async *follow(reply, follower) {
      yield* (await line()).follow(reply, follower)
    },
    stop: async (replyId, isConfirmed) => (await line()).stop(replyId, isConfirmed),
    select: (leaf) =>
      line().then(
        (there) => there.select(leaf),
        () => {},
      ),
    load,
  }
}
