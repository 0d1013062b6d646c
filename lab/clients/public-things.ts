import type { Agent } from '../../src/shared/agents/agents.ts'
import { limits } from '../../src/shared/common/limits.ts'
import type { ServerName } from '../history.ts'
import type { Talks } from './conversations.ts'
import type { OwnThings } from './own-things.ts'
import type { Person } from './person.ts'
import { type Asked, bodyOf, timesOf } from './requests.ts'

/** Keys that somebody asks for at once, to get more of them than anybody may have. */
const HOARDED = 8

/** An agent that others vote for and its owner edits, and what people try with what is not theirs. */
export class PublicThings {
  readonly #owner: Person
  readonly #voter: Person
  #edits = 0

  constructor(owner: Person, voter: Person) {
    this.#owner = owner
    this.#voter = voter
    for (const [thing, value] of [
      [this.#vote, '0'],
      [this.#text, 'written at first'],
    ] as const)
      owner.history.note({ act: 'write', thing, value })
  }

  get #path() {
    return `/api/agents/${this.#owner.agent}`
  }

  get #vote() {
    return `the votes of ${this.#owner.agent}`
  }

  get #text() {
    return `the description of ${this.#owner.agent}`
  }

  async vote(via: ServerName, isFor: boolean): Promise<void> {
    const asked = await this.#voter.ask(via, isFor ? 'PUT' : 'DELETE', `${this.#path}/upvote`)
    this.#owner.history.add({ act: 'write', thing: this.#vote, value: isFor ? '1' : '0', ...timesOf(asked) })
  }

  async readVote(via: ServerName): Promise<void> {
    await this.#read(via, this.#vote, ({ upvotes }) => String(upvotes))
  }

  async edit(via: ServerName): Promise<void> {
    const value = `written as edit ${++this.#edits}`
    const asked = await this.#owner.ask(via, 'PATCH', this.#path, { json: { description: value } })
    this.#owner.history.add({ act: 'write', thing: this.#text, value, ...timesOf(asked) })
  }

  async readEdit(via: ServerName): Promise<void> {
    await this.#read(via, this.#text, ({ description }) => description)
  }

  async readAll(): Promise<void> {
    for (const via of ['a', 'b'] as const) {
      await this.readVote(via)
      await this.readEdit(via)
    }
  }

  async #read(via: ServerName, thing: string, pick: (agent: Agent) => string): Promise<void> {
    const asked = await this.#owner.ask(via, 'GET', this.#path)
    const agent = bodyOf<Agent>(asked)
    if (agent) this.#owner.history.add({ act: 'read', thing, value: pick(agent), ...timesOf(asked) })
  }
}

/** Asks for more keys at once than the wallet may have. */
export async function hoard(person: Person, via: ServerName): Promise<void> {
  const json = { name: 'One of many' }
  await Promise.all(
    Array.from({ length: HOARDED }, (_, index) =>
      person.ask(index % 2 ? via : 'a', 'POST', '/api/me/keys', { json }),
    ),
  )
}

export async function countKeys(person: Person): Promise<void> {
  const asked = await person.ask('a', 'GET', '/api/me/keys')
  const keys = bodyOf<{ keys: unknown[] }>(asked)?.keys
  if (keys)
    person.history.add({
      ...{ act: 'count', thing: 'keys of a wallet', count: keys.length, cap: limits.apiKeys },
      ...timesOf(asked),
    })
}

/** Somebody asks, by their ids, for all that belongs to another. */
export async function probe(
  prober: Person,
  other: Person,
  theirs: { talks: Talks; things: OwnThings },
  via: ServerName,
): Promise<void> {
  const paths = [
    ...theirs.talks.all.flatMap(({ conversation, reply }) => [
      `/api/conversations/${conversation}`,
      `/api/conversations/${conversation}/replies/${reply}`,
      `/api/conversations/${conversation}/export?format=json`,
    ]),
    ...theirs.things.listNames('document').map((id) => `/api/sources/${id}/file`),
    `/api/me/memory/${other.agent}`,
    `/api/agents/${other.agent}/versions`,
  ]
  await Promise.all(
    paths.map(async (thing) => {
      const asked: Asked = await prober.ask(via, 'GET', thing)
      const leaked = asked.text.includes(other.secret)
      prober.history.add({ act: 'probe', thing, leaked, ...timesOf(asked) })
    }),
  )
}
