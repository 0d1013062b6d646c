import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { endAnswer, storeAnswer } from '../../../../test/store-answer.ts'
import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'

const database = await testDatabase()
const { realms, realmLog } = testApp(database)

/** A client that knows a realm from some message on, and everything up to a version. */
class Reader {
  known = new Map<string, RealmMessage>()
  from = 1
  version = 0
  readonly #realm: string

  constructor(realm: string) {
    this.#realm = realm
  }

  /** Starts with the newest page, whatever was known before. */
  async begin(limit: number) {
    const { messages, version } = await realmLog.messages(this.#realm, { limit })
    this.known = new Map(messages.map((message) => [message.id, message]))
    this.from = messages[0]?.number ?? version + 1
    this.version = version
  }

  /**
   * Reads what has changed since.
   * @returns whether there is more
   */
  async hear(limit: number): Promise<boolean> {
    const asked = this.version
    const { messages, to, more } = await realmLog.changesAfter(this.#realm, asked, limit)
    const versions = messages.map(({ version }) => version)
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other))
    expect(messages.length).toBeLessThanOrEqual(limit)
    for (const version of versions) expect(version > asked && version <= to).toBe(true)
    expect(to).toBeGreaterThanOrEqual(asked)
    // Another client may have received them meanwhile, so that this response is late.
    for (const message of messages)
      if ((this.known.get(message.id)?.version ?? 0) < message.version) this.known.set(message.id, message)
    if (this.version === asked) this.version = to
    return more
  }

  log(): RealmMessage[] {
    return [...this.known.values()]
      .filter(({ number }) => number >= this.from)
      .sort((one, other) => one.number - other.number)
  }
}

const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('say' as const), wallet: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), of: fc.nat({ max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('begin-answer' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end-answer' as const), of: fc.nat({ max: 4 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('hear' as const, 'begin' as const),
      reader: fc.nat({ max: 2 }),
      limit: fc.integer({ min: 1, max: 4 }),
    }),
  },
)

test('whoever knows everything up to a version is told exactly what is missing, whatever changes meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      // The actions of each list run concurrently, one list after the other.
      fc.array(fc.array(action, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 }),
      async (rounds) => {
        const { realm } = await realms.create('ada', { name: 'Log', description: '' })
        const readers = [0, 1, 2].map(() => new Reader(realm.id))
        const said: string[] = []
        const answers: string[] = []
        for (const round of rounds)
          await Promise.all(
            round.map(async (action) => {
              switch (action.do) {
                case 'say': {
                  const id = crypto.randomUUID()
                  await realmLog.send(realm.id, ['ada', 'bob', 'cyd'][action.wallet] ?? '', {
                    id,
                    content: 'Hello',
                  })
                  return void said.push(id)
                }
                case 'remove': {
                  const id = said[action.of]
                  return id && void (await realmLog.removeMessage(realm.id, id, 'ada'))
                }
                case 'begin-answer': {
                  const agentId = crypto.randomUUID()
                  return void answers.push(
                    await storeAnswer(database, { realmId: realm.id, agentId, author: 'ada' }),
                  )
                }
                case 'end-answer': {
                  const id = answers[action.of]
                  return id && (await endAnswer(database, { realmId: realm.id, id, content: 'Yes.' }))
                }
                case 'hear':
                  return void (await readers[action.reader]?.hear(action.limit))
                case 'begin':
                  return readers[action.reader]?.begin(action.limit)
              }
            }),
          )
        const { messages, version } = await realmLog.messages(realm.id, { limit: 100 })
        expect(messages.map(({ number }) => number)).toEqual(messages.map((_, index) => index + 1))
        expect(new Set(messages.map(({ version }) => version)).size).toBe(messages.length)
        expect(await realmLog.versions([realm.id, crypto.randomUUID()])).toEqual(
          new Map([[realm.id, version]]),
        )
        for (const reader of readers) {
          while (await reader.hear(2));
          expect(reader.version).toBe(version)
          expect(reader.log()).toEqual(messages.filter(({ number }) => number >= reader.from))
        }
      },
    ),
    { numRuns: 20 },
  )
})

test('a running answer is told with the words that are stored of it, and its end is a change', async () => {
  const { realm } = await realms.create('ada', { name: 'Log', description: '' })
  const answer = { realmId: realm.id, agentId: crypto.randomUUID(), author: 'ada', content: 'We' }
  const id = await storeAnswer(database, answer)
  const running = { id, content: 'We', state: 'running', version: 1 }
  expect((await realmLog.messages(realm.id, {})).messages).toMatchObject([running])
  expect(await realmLog.changesAfter(realm.id, 0, 10)).toMatchObject({
    messages: [running],
    to: 1,
    more: false,
  })
  await endAnswer(database, { realmId: realm.id, id, content: 'Well.' })
  expect(await realmLog.changesAfter(realm.id, 1, 10)).toMatchObject({
    messages: [{ id, content: 'Well.', state: 'finished', number: 1, version: 2 }],
    to: 2,
    more: false,
  })
  expect(await realmLog.changesAfter(realm.id, 2, 10)).toEqual({ messages: [], to: 2, more: false })
})
