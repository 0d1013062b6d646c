import { expect, test } from 'vitest'
import { settle } from '../../../../../test/manual-time.ts'
import { ids, offline, refused, stored, writingTab } from '../../../../../test/writing-tab.ts'
import { limits } from '../../../../shared/common/limits.ts'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'

test('the words leave the draft as they go, and are on their way until the realm has them', async () => {
  const { session, say, posts, kept } = writingTab()
  session.setReplyTo(4)
  await say('  Light?  ')
  expect(posts).toMatchObject([{ id: ids[0], author: 'ada', content: 'Light?', replyTo: 4 }])
  expect(session.getView()).toMatchObject({ draft: '', replyTo: null, sending: { state: 'sent' } })
  const [message] = posts
  if (message) session.receive([stored(message)])
  expect(session.getView().sending).toEqual({ state: 'idle' })
  expect(kept()).toBeUndefined()
})

// §5.26, §5.27
test('blank words, words over the limit and words while others are on their way are not sent', async () => {
  const { session, say, posts, answers } = writingTab()
  await say('   ')
  await say('x'.repeat(limits.realmMessage + 1))
  expect(session.getView().draft).toHaveLength(limits.realmMessage + 1)
  answers.push(() => new Promise(() => {}))
  await say('one')
  await say('two')
  expect(posts.map(({ content }) => content)).toEqual(['one'])
  expect(session.getView().draft).toBe('two')
})

test.each([401, 403, 409, 422, 429, 500])(
  'a refusal (%i) gives the words back, before what was typed meanwhile, and is logged',
  async (status) => {
    const { session, answers, reported } = writingTab()
    answers.push(refused(status))
    session.setDraft('Light?')
    session.setReplyTo(4)
    session.submit('ada')
    session.setDraft('And heat?')
    await settle()
    expect(session.getView()).toMatchObject({
      draft: 'Light?\nAnd heat?',
      replyTo: 4,
      sending: { state: 'failed', problem: `refused ${status}` },
    })
    expect(reported).toHaveLength(1)
  },
)

test('sent again as it was it keeps its id, changed it gets another', async () => {
  const { session, say, posts, answers } = writingTab()
  answers.push(refused(500), refused(500))
  await say('Light?')
  session.submit('ada')
  await settle()
  await say('Light, then?')
  expect(posts.map(({ id }) => id)).toEqual([ids[0], ids[0], ids[1]])
})

test('the same words said twice are two messages', async () => {
  const { say, posts } = writingTab()
  await say('Yes')
  await say('Yes')
  expect(posts.map(({ id }) => id)).toEqual([ids[0], ids[1]])
})

test('while nobody answers it waits, tries again under its id, and goes by itself', async () => {
  const { session, say, posts, answers, pass, reported } = writingTab()
  answers.push(offline, offline, refused(503), offline)
  await say('Light?')
  expect(session.getView().sending).toMatchObject({ state: 'waiting', message: { content: 'Light?' } })
  await pass(20_000)
  expect(session.getView().sending.state).toBe('sent')
  expect(posts.map(({ id }) => id)).toEqual(Array(5).fill(ids[0]))
  expect(reported).toHaveLength(1)
})

test('it goes at once when the connection is back', async () => {
  const { session, say, answers, pass, wake } = writingTab()
  answers.push(offline, offline, offline, offline, offline)
  await say('Light?')
  await pass(3_500)
  expect(session.getView().sending.state).toBe('waiting')
  await wake('online')
  expect(session.getView().sending.state).toBe('sent')
})

test('a server that takes the words and says nothing is not waited for longer than 10 seconds', async () => {
  const { session, say, answers, signals, pass } = writingTab()
  answers.push(
    () =>
      new Promise((_, reject) => {
        signals[0]?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      }),
  )
  await say('Light?')
  await pass(9_900)
  expect(session.getView().sending.state).toBe('sending')
  await pass(200)
  expect(session.getView().sending.state).toBe('sent')
})

test('what waited when the page went is sent by the next one, and is there once', async () => {
  const { say, answers, posts, reload, kept, pass } = writingTab()
  answers.push(...Array(3).fill(offline))
  await say('Light?')
  expect(kept()).toMatchObject({ outgoing: { id: ids[0] } })
  const next = reload()
  expect(next.getView().sending.state).toBe('waiting')
  await pass(3_000)
  expect(next.getView().sending.state).toBe('sent')
  expect(new Set(posts.map(({ id }) => id))).toEqual(new Set([ids[0]]))
  expect(kept()).toBeUndefined()
})

test('the draft and what it answers outlive a reload', () => {
  const { session, reload } = writingTab()
  session.setDraft('Half a thou')
  session.setReplyTo(7)
  expect(reload().getView()).toEqual({ draft: 'Half a thou', replyTo: 7, sending: { state: 'idle' } })
})

test.each([null, 'bob'])('what waited is not said in the name of somebody else (%s)', async (viewer) => {
  const { say, session, answers, posts, viewAs, pass } = writingTab()
  answers.push(offline)
  viewAs(viewer)
  await say('Light?')
  await pass(10_000)
  expect(posts).toHaveLength(1)
  expect(session.getView()).toMatchObject({ draft: 'Light?', sending: { state: 'failed' } })
})

test('who is asked to sign in and does not keeps the words', async () => {
  const { say, session, posts, signInAs } = writingTab()
  signInAs(null)
  await say('Light?')
  expect(posts).toEqual([])
  expect(session.getView()).toMatchObject({ draft: 'Light?', sending: { state: 'failed' } })
})

test('a waiting message can be taken back, and then is not sent', async () => {
  const { session, say, posts, answers, pass, waiting } = writingTab()
  answers.push(...Array(3).fill(offline))
  await say('Light?')
  session.takeBack()
  expect(session.getView()).toMatchObject({ draft: 'Light?', sending: { state: 'idle' } })
  const tries = posts.length
  await pass(30_000)
  expect([posts.length, waiting()]).toEqual([tries, 0])
})

test.each(['waiting', 'failed', 'taken back'])(
  'where only the answer was lost, a message that is %s is over once the realm has it',
  async (state) => {
    const { session, say, posts, answers, pass, kept } = writingTab()
    answers.push(...Array(9).fill(state === 'failed' ? refused(500) : offline))
    await say('Light?')
    if (state === 'taken back') session.takeBack()
    session.setDraft(state === 'waiting' ? 'And' : 'Light?\nAnd')
    const [message] = posts
    if (message) session.receive([stored(message)])
    const tries = posts.length
    await pass(30_000)
    expect(session.getView()).toEqual({ draft: 'And', replyTo: null, sending: { state: 'idle' } })
    expect(posts.length).toBe(tries)
    expect(kept()).toEqual({ draft: 'And', replyTo: null, outgoing: null })
  },
)

test('its line of the log may come before the answer to it', async () => {
  const { session, say, answers, posts } = writingTab()
  const answer = Promise.withResolvers<RealmMessage>()
  answers.push(() => answer.promise)
  await say('Light?')
  const [message] = posts
  if (!message) throw new Error('Nothing was sent')
  session.receive([stored(message)])
  answer.resolve(stored(message))
  await settle()
  expect(session.getView()).toEqual({ draft: '', replyTo: null, sending: { state: 'idle' } })
})

test('typing is told at most every two and a half seconds, while there is something to say', async () => {
  const { session, typed, pass } = writingTab()
  session.setDraft(' ')
  expect(typed()).toBe(0)
  for (let letters = 1; letters <= 50; letters++) {
    session.setDraft('x'.repeat(letters))
    await pass(100)
  }
  expect(typed()).toBe(2)
  session.submit('ada')
  session.setDraft('y')
  expect(typed()).toBe(3)
})
