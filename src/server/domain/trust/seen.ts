import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Seen, Subject } from '../../../shared/trust/reports.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findPerson } from '../../db/people/people.ts'
import { agents } from '../../db/schema/agents.ts'
import { seenPerson } from './seen-person.ts'

/** What stands at a place now, taken down or not. */
export class SeenThings {
  readonly #db: Db

  constructor({ db }: { db: Db }) {
    this.#db = db
  }

  async see({ kind, subject }: Subject, _viewer: string | null | 'operator'): Promise<Seen | null> {
    if (kind === 'person') return this.#person(subject)
    if (kind === 'agent' && z.uuid().safeParse(subject).success) return this.#agent(subject)
    return null
  }

  async #person(address: string): Promise<Seen> {
    const person = await findPerson(this.#db, address)
    const seen = seenPerson(address)
    return { ...seen, title: person?.name ?? seen.title }
  }

  async #agent(id: string): Promise<Seen | null> {
    const [agent] = await this.#db.select().from(agents).where(eq(agents.id, id))
    if (!agent) return null
    return {
      title: agent.name,
      maker: agent.owner ?? '',
      href: `/chat/${id}`,
      picture: agent.imageUrl,
      texts: [{ label: 'Description', text: agent.description }],
    }
  }
}
