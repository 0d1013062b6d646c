import type { StoredTransport } from './transport.ts'

/**
 * Its code loads on demand, so that a person without stored conversations never loads it. Calls wait in order; if
 * loading fails, the next call tries again.
 */
export function pendingTransport(
  open: () => Promise<StoredTransport>,
  load: StoredTransport['load'],
): StoredTransport {
  let opened: Promise<StoredTransport> | undefined
  const transport = () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  transport().catch(() => {})
  return {
    kept: 'server',
    keep: async (messages, modelRef) => (await transport()).keep(messages, modelRef),
    chooseModel: async (ref) => (await transport()).chooseModel(ref),
    async *ask(asking, follower) {
      yield* (await transport()).ask(asking, follower)
    },
    async *follow(reply, follower) {
      yield* (await transport()).follow(reply, follower)
    },
    stop: async (replyId, isConfirmed) => (await transport()).stop(replyId, isConfirmed),
    goOn: async (replyId) => (await transport()).goOn(replyId),
    select: (leaf) =>
      transport().then(
        (there) => there.select(leaf),
        () => {},
      ),
    load,
  }
}
