import type { RealmMessage, RealmMessagePage } from '../../src/shared/realms/realm-messages.ts'
import { type RealmReader, realmReader } from '../../test/realm-reader.ts'
import type { ServerName } from '../history.ts'
import type { World } from '../world/world.ts'
import type { Person } from './person.ts'
import { bodyOf, timesOf } from './requests.ts'

/** Milliseconds in which a writer insists on a message. */
const INSIST_MS = 6_000

/** Milliseconds that it may take to make a realm, which happens before anything goes wrong. */
const MAKE_MS = 30_000

/** A realm in which two people write and which four read, through sockets and by pages. */
export class Realm {
  readonly id: string
  readonly #readers: RealmReader[]

  private constructor(id: string, readers: RealmReader[]) {
    this.id = id
    this.#readers = readers
  }

  static async make(world: World, creator: Person): Promise<Realm> {
    const json = { name: 'Harbour', description: 'All ships' }
    const until = performance.now() + MAKE_MS
    const made = bodyOf<{ id: string }>(await creator.insist('a', 'POST', '/api/realms', { json }, until))
    if (!made) throw new Error('The realm could not be made.')
    const both = [world.server('a').address, world.server('b').address]
    const readers = [both, both.toReversed()].map((servers) => realmReader({ realm: made.id, servers }))
    return new Realm(made.id, readers)
  }

  async say(person: Person, via: ServerName): Promise<void> {
    const thing = crypto.randomUUID()
    const content = `${person.name} says ${thing}`
    const json = { id: thing, content }
    const path = `/api/realms/${this.id}/messages`
    const asked = await person.insist(via, 'POST', path, { json }, performance.now() + INSIST_MS)
    const number = bodyOf<RealmMessage>(asked)?.number ?? null
    person.history.add({ act: 'say', thing, author: person.name, content, number, ...timesOf(asked) })
  }

  /** Reads all of it at both servers, and what those who listened know by then. */
  async readAll(person: Person, until: number): Promise<void> {
    const logs = [await this.#read(person, 'a'), await this.#read(person, 'b')]
    const version = Math.max(...logs.map((log) => log?.version ?? 0))
    while (this.#readers.some((reader) => !reader.live || reader.version < version)) {
      if (performance.now() > until) {
        person.history.note({ act: 'fault', text: 'somebody who listens in a realm was not told everything' })
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    this.#readers.forEach((reader, index) => {
      const lines = reader.messages().map(({ id, number, content }) => ({ id, number, content }))
      person.history.note({ act: 'log', reader: `listener ${index}`, lines })
      for (const text of reader.faults)
        person.history.note({ act: 'fault', text: `listener ${index}: ${text}` })
    })
  }

  async #read(person: Person, via: ServerName): Promise<{ version: number } | null> {
    const asked = await person.ask(via, 'GET', `/api/realms/${this.id}/messages?limit=100`)
    const body = bodyOf<RealmMessagePage>(asked)
    if (!body) return null
    const lines = body.messages.map(({ id, number, content }) => ({ id, number, content }))
    person.history.add({ act: 'log', reader: `who reads at ${via}`, lines, ...timesOf(asked) })
    return body
  }

  close(): void {
    for (const reader of this.#readers) reader.close()
  }
}
