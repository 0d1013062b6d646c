import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { numberedWords } from '../../e2e/fakes/model-server.ts'
import { realmReader } from '../../test/realm-reader.ts'
import {
  eventually,
  hasRealmServers,
  makeRealm,
  type RealmServers,
  sendTo,
  startRealmServers,
} from '../../test/realm-servers.ts'
import type { Account } from '../../test/sign-in.ts'
import type { RealmMessage } from '../shared/realms/realm-messages.ts'

/** The test creates its own databases, so it runs once, whichever database the test run is for. */
const possible = hasRealmServers && inject('template').kind === 'pglite'

describe.runIf(possible)('people at two servers', () => {
  let servers: RealmServers
  let ada: Account
  let bob: Account
  beforeAll(async () => {
    servers = await startRealmServers()
    ;[ada, bob] = await Promise.all([servers.signIn(), servers.signIn()])
  })
  afterAll(() => servers?.end())

  /** Ada reads on one server and Bob on the other. */
  const meet = async () => {
    const { a, b } = servers
    const { realm, agent } = await makeRealm(a.address, ada)
    const atA = realmReader({ realm, servers: [a.address], as: ada })
    const atB = realmReader({ realm, servers: [b.address], as: bob })
    onTestFinished(() => {
      atA.close()
      atB.close()
    })
    await eventually('both are in the realm', () => atA.live && atB.live)
    return { realm, agent, atA, atB }
  }
  const say = async (address: string, realm: string, as: Account, content: string) => {
    const json = { id: randomUUID(), content }
    const answer = await sendTo(address)('POST', `/api/realms/${realm}/messages`, { as, json })
    expect(answer.status).toBe(201)
    return (await answer.json()) as RealmMessage
  }
  const answerIn = ({ messages }: ReturnType<typeof realmReader>) =>
    messages().find((message) => message.kind === 'answer')

  test('see each other, who types, and one order of what both say', async () => {
    const { realm, atA, atB } = await meet()
    for (const reader of [atA, atB])
      await eventually('each sees both', () => reader.presence?.peopleCount === 2)
    expect(new Set(atA.presence?.people)).toEqual(new Set([ada.address, bob.address]))
    expect(new Set(atB.presence?.people)).toEqual(new Set([ada.address, bob.address]))
    atB.type()
    await eventually('one sees the other type', () => atA.typing.includes(bob.address))

    const { a, b } = servers
    const said = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 ? say(a.address, realm, ada, `Ada ${index}`) : say(b.address, realm, bob, `Bob ${index}`),
      ),
    )
    said.sort((one, other) => one.number - other.number)
    for (const reader of [atA, atB]) {
      await eventually('each has everything', () => reader.messages().length === said.length)
      expect(reader.messages()).toEqual(said)
      expect(reader.faults).toEqual([])
    }
    atB.close()
    await eventually('one sees the other leave', () => atA.presence?.peopleCount === 1)
  })

  test('hear an agent grow word by word at both, to the same end', async () => {
    const { realm, atA, atB } = await meet()
    const words = numberedWords(40)
    servers.model.next({ name: 'words', words, delayMs: 15 })
    await say(servers.b.address, realm, bob, '@Ada what is light?')
    for (const reader of [atA, atB])
      await eventually('its words come before its end', () => {
        const answer = answerIn(reader)
        return answer?.state === 'running' && answer.content.startsWith(words.slice(0, 3).join(''))
      })
    for (const reader of [atA, atB]) {
      await eventually('it ends', () => answerIn(reader)?.state === 'finished')
      expect(answerIn(reader)?.content).toBe(words.join(''))
      expect(reader.faults).toEqual([])
    }
    expect(atA.messages()).toEqual(atB.messages())
  })

  test('stop an answer at the server that does not receive it', async () => {
    const { realm, atA, atB } = await meet()
    const words = numberedWords(400)
    const request = servers.model.requests.length
    servers.model.next({ name: 'words', words, delayMs: 15 })
    await say(servers.a.address, realm, bob, '@Ada tell me all of it')
    await eventually('its words come to the other', () => (answerIn(atB)?.content.length ?? 0) > 30)
    const path = `/api/realms/${realm}/messages/${answerIn(atB)?.id}/stop`
    expect((await sendTo(servers.b.address)('POST', path, { as: bob })).ok).toBe(true)
    expect(await servers.model.closed(request)).toBe('cut')
    for (const reader of [atA, atB])
      await eventually('each sees that it was stopped', () => answerIn(reader)?.state === 'stopped')
    expect(atA.messages()).toEqual(atB.messages())
    expect(words.join('').startsWith(answerIn(atA)?.content ?? '')).toBe(true)
    expect([...atA.faults, ...atB.faults]).toEqual([])
  })
})
