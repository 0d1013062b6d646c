import { expect, inject, onTestFinished, test } from 'vitest'
import { startModelServer } from '../../e2e/fakes/model-server.ts'
import { newAgent } from '../../test/app.ts'
import { conversationClient, firstQuestion } from '../../test/conversation-client.ts'
import { testDatabaseVariables } from '../../test/database.ts'
import { realmReader } from '../../test/realm-reader.ts'
import { realmRequests } from '../../test/realm-requests.ts'
import { makeRealm } from '../../test/realm-servers.ts'
import { eventsOf, received, replyKnown } from '../../test/reply-events.ts'
import { sendTo } from '../../test/server-pair.ts'
import { startServerProcess } from '../../test/server-process.ts'
import { signInWith } from '../../test/sign-in.ts'
import type { Agent } from '../shared/agents/agents.ts'
import { isText } from '../shared/chat/parts.ts'

const place = await testDatabaseVariables()

test.runIf(inject('template').kind === 'pglite')(
  'a server that is killed in mid-reply and started again has the words stored so far, and goes on',
  async () => {
    const model = await startModelServer()
    onTestFinished(model.close)
    const variables = {
      ...place,
      OPENAI_BASE_URL: model.baseUrl,
      SEED_SAMPLES: '0',
    }
    const first = await startServerProcess(variables)
    onTestFinished(first.kill)
    const account = await signInWith(sendTo(first))
    const made = await sendTo(first)('POST', '/api/agents', { as: account, json: newAgent })
    const ask = firstQuestion(((await made.json()) as Agent).id)
    const conversation = crypto.randomUUID()
    const words = Array.from({ length: 400 }, (_, index) => `${index} `)
    model.use({ name: 'words', thoughts: ['Let', ' me', ' see', '.'], words, delayMs: 15 })
    const { realm } = await makeRealm(first.address, account)
    const servers = [first.address]
    const reader = realmReader({ realm, servers })
    onTestFinished(reader.close)
    await realmRequests(sendTo(first)).said(realm, 'What is light, @Ada?', account)
    const answer = () => reader.messages().find(({ kind }) => kind === 'answer')
    await expect.poll(() => answer()?.content.length).toBeGreaterThan(100)

    const before = conversationClient(sendTo(first), account)
    const asked = await before.ask(conversation, ask)
    const known = await received(
      replyKnown(ask.replyId),
      eventsOf(asked),
      ({ content }) => content.length >= words.slice(0, 60).join('').length,
    )
    const readBefore = answer()?.content ?? ''
    await first.kill()

    const second = await startServerProcess(variables)
    onTestFinished(second.kill)
    servers.splice(0, 1, second.address)
    const after = conversationClient(sendTo(second), account)
    // A client with text that was not stored is told so, and shows the stored text.
    const ended = await after.followToEnd(conversation, ask.replyId, known)
    expect(ended.state).toBe('interrupted')
    expect(ended.content).not.toBe('')
    expect(words.join('').startsWith(ended.content)).toBe(true)
    expect(ended.parts?.find(isText)).toEqual({ kind: 'reasoning', text: 'Let me see.' })
    process.stdout.write(
      `killed: ${known.content.length} units were heard, ${ended.content.length} are stored\n`,
    )
    const { messages } = await after.open(conversation)
    expect(messages.find(({ id }) => id === ask.replyId)).toMatchObject({
      state: 'interrupted',
      content: ended.content,
      parts: ended.parts,
    })

    await expect.poll(answer).toMatchObject({ state: 'interrupted' })
    const page = await realmRequests(sendTo(second)).read(realm)
    expect(page.messages.find(({ kind }) => kind === 'answer')).toEqual(answer())
    expect(words.join('').startsWith(answer()?.content ?? '-')).toBe(true)
    expect(reader.faults).toEqual([])
    process.stdout.write(`in the realm: ${readBefore.length} heard, ${answer()?.content.length} stored\n`)

    model.use('words')
    const retry = { ...ask, replyId: crypto.randomUUID(), question: { id: ask.question.id } }
    const retried = await after.ask(conversation, retry)
    expect(await received(replyKnown(retry.replyId), eventsOf(retried))).toMatchObject({
      state: 'finished',
      content: 'Hello from the scripted model.',
    })
  },
)
