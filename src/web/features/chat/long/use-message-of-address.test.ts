import { expect, test } from 'vitest'
import { ConversationSession } from '../conversation/conversation-session.ts'
import { pageTransport } from '../transport/page-transport.ts'
import { goOnce } from './use-message-of-address.ts'

/** A conversation whose address names a message, and what became of going there. */
function atMessage() {
  const transport = pageTransport(null, async function* () {})
  const session = new ConversationSession({ id: 'c', transport, nextFrame: () => {} })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let forgotten = 0
  const end = goOnce(
    session,
    () => promise,
    () => forgotten++,
  )
  const over = async (isShown: boolean) => {
    resolve(isShown)
    await promise
  }
  const goOn = (leaf: string) => session.change((state) => ({ ...state, activeLeaf: leaf }))
  return { session, over, end, goOn, forgotten: () => forgotten }
}

test('the address of a message is forgotten once it is shown, so that no reload turns to its version again', async () => {
  const { over, goOn, forgotten } = atMessage()
  expect(forgotten()).toBe(0)
  await over(true)
  expect(forgotten()).toBe(1)
  goOn('r2')
  expect(forgotten()).toBe(1)
})

test('the address of one that can not be shown stays for a reload, until the conversation has gone on', async () => {
  const { session, over, goOn, forgotten } = atMessage()
  await over(false)
  session.giveBack('And', 'Not sent yet')
  expect(forgotten()).toBe(0)
  goOn('r2')
  goOn('r4')
  expect(forgotten()).toBe(1)
})

test('that of one that can not be shown is forgotten at once, where something was asked meanwhile', async () => {
  const { over, goOn, forgotten } = atMessage()
  goOn('r2')
  expect(forgotten()).toBe(0)
  await over(false)
  expect(forgotten()).toBe(1)
})

test('what was left meanwhile is no concern any more', async () => {
  const { over, end, forgotten } = atMessage()
  end()
  await over(true)
  expect(forgotten()).toBe(0)
})
