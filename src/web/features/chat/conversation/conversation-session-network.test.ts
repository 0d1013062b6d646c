import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { manualTime, settle } from '../../../../../test/manual-time.ts'
import { storedConversation } from '../../../../../test/stored-conversation.ts'
import { storedTransport } from '../transport/stored-transport.ts'
import { ConversationSession } from './conversation-session.ts'

vi.spyOn(console, 'error').mockImplementation(() => {})

/** A tab with the conversation; it renders a frame later. */
function openTab(server: ReturnType<typeof storedConversation>, isStored: boolean) {
  const time = manualTime()
  const frames: (() => void)[] = []
  const session = new ConversationSession({
    id: 'c',
    transport: storedTransport('nova', server.replies, time.reconnecting),
    isStored,
    nextFrame: (callback) => frames.push(callback),
    now: time.date,
  })
  const accounted = new Set<string>()
  session.subscribe(() => {
    const { returned } = session.getView()
    if (returned) accounted.add(returned.text)
  })
  return {
    session,
    time,
    accounted,
    paint: () => {
      for (const frame of frames.splice(0)) frame()
    },
    /** What the screen does when it becomes visible again. */
    reload: () => {
      session.merge(server.stored())
      session.follow()
    },
  }
}

type Tab = ReturnType<typeof openTab>

/** The messages that a tab shows on the path to a reply after switching to it. */
function pathTo({ session }: Tab, replyId: string) {
  session.select(replyId)
  const { turns } = session.getView()
  const path = turns.slice(0, turns.findIndex(({ reply }) => reply?.id === replyId) + 1)
  return path.map(({ question, reply }) => ({ question, reply }))
}

const anyStep = fc.oneof(
  fc.record({ do: fc.constant('say' as const), text: fc.string({ minLength: 1, maxLength: 4 }) }),
  fc.record({
    do: fc.constantFrom('end' as const, 'break' as const, 'close' as const, 'lose an answer' as const),
  }),
  fc.record({ do: fc.constant('offline' as const), offline: fc.boolean() }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.nat(30_000) }),
  fc.record({
    do: fc.constantFrom(
      'send' as const,
      'edit' as const,
      'ask again' as const,
      'stop' as const,
      'paint' as const,
      'reload' as const,
      'wake' as const,
    ),
    tab: fc.nat(1),
  }),
)

test('whatever two tabs ask and the network does: both end with what the server has, and no message is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 40, size: 'max' }), async (steps) => {
      const server = storedConversation()
      const beginning = openTab(server, false)
      beginning.session.send('beginning')
      await settle()
      const other = openTab(server, true)
      other.reload()
      const tabs: Tab[] = [beginning, other]
      const sent: { text: string; tab: Tab }[] = []
      const isRunning = () =>
        server.stored().messages.some((it) => it.role === 'assistant' && it.state === 'running')

      for (const step of steps) {
        const tab = 'tab' in step ? tabs[step.tab] : undefined
        const text = `message ${sent.length}`
        const question = tab?.session.getView().turns.at(-1)?.question.id ?? ''
        if (step.do === 'say' && isRunning()) await server.say(step.text)
        if (step.do === 'end' && isRunning()) await server.end()
        if (step.do === 'break') await server.breakConnections()
        if (step.do === 'close') await server.breakConnections('close')
        if (step.do === 'lose an answer') server.loseNextAnswer()
        if (step.do === 'offline') server.setOffline(step.offline)
        if (step.do === 'pass') for (const each of tabs) await each.time.pass(step.ms)
        if (!tab) continue
        if (step.do === 'send' && tab.session.send(text)) sent.push({ text, tab })
        if (step.do === 'edit' && tab.session.edit(question, text)) sent.push({ text, tab })
        if (step.do === 'ask again') tab.session.askAgain(question)
        if (step.do === 'stop') {
          // A question that was stopped before it was sent exists only in the page.
          const pending = tab.session.getView().pending
          for (const turn of tab.session.getView().turns)
            if (turn.reply?.id === pending?.id) tab.accounted.add(turn.question.content)
          tab.session.stop()
        }
        if (step.do === 'paint') tab.paint()
        if (step.do === 'reload') tab.reload()
        if (step.do === 'wake') await tab.time.wake('online')
        await settle()
      }

      server.setOffline(false)
      for (let rounds = 0; rounds < 4; rounds++) {
        for (const { time } of tabs) await time.pass(60_000)
        if (isRunning()) await server.end()
      }
      for (const { time } of tabs) await time.pass(60_000)
      const fresh = openTab(server, true)
      fresh.reload()
      const stored = server.stored()
      const asked = new Set(stored.messages.map(({ content }) => content))
      for (const tab of tabs) {
        tab.paint()
        tab.reload()
        expect(tab.session.getView()).toMatchObject({ pending: null, connection: 'live' })
        for (const { id, role } of stored.messages)
          if (role === 'assistant') expect(pathTo(tab, id)).toEqual(pathTo(fresh, id))
        await tab.time.pass(60_000)
        expect(tab.time.waiting()).toBe(0)
      }
      for (const { text, tab } of sent) expect(asked.has(text) || tab.accounted.has(text)).toBe(true)
      expect(server.connections()).toBe(0)
    }),
    { numRuns: 150 },
  )
})
