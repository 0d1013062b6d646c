import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { said } from '../../../../test/realm-messages.ts'
import { createLog } from '../../base/log.ts'
import { RealmDirectory } from './realm-directory.ts'
import { RoomLog } from './room-log.ts'

test('what is announced while the first query runs is known afterwards, however much it is', async () => {
  const [queried, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const changes: ReturnType<typeof said>[] = []
  const log = new RoomLog({
    ...{ id: randomUUID(), log: createLog('silent'), learnt() {}, asked() {}, missing() {} },
    ...{ clock: () => new Date(), inTurn: (work) => work() },
    realms: { open: () => expect.unreachable() },
    realmModeration: { keptOut: () => expect.unreachable(), holdsWords: async () => false },
    directory: new RealmDirectory({ versions: async (ids) => new Map(ids.map((id) => [id, 0])) }),
    realmLog: {
      async changesAfter(_, from, limit) {
        const messages = changes.filter(({ version }) => version > from).slice(0, limit)
        const to = messages.at(-1)?.version ?? from
        queried.resolve()
        await mayAnswer.promise
        return { messages, to, more: to < changes.length }
      },
    },
  })
  onTestFinished(() => log.close())
  log.ask()
  await queried.promise
  for (let number = 1; number <= 150; number++) {
    changes.push(said(number))
    log.announce([said(number)])
  }
  mayAnswer.resolve()
  await expect.poll(() => log.window()?.known()).toBe(150)
})
