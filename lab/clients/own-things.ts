import type { MadeApiKey } from '../../src/shared/doors/api-keys.ts'
import type { Memory } from '../../src/shared/memory/facts.ts'
import type { SignInInput } from '../../src/shared/session/session.ts'
import type { ServerName, ThingKind } from '../history.ts'
import type { Person } from './person.ts'
import { type Asked, bodyOf, timesOf } from './requests.ts'

interface Thing {
  kind: ThingKind
  /** What it is called in the history. */
  name: string
  /** The secret that opens it: a key, or a cookie. */
  opens: string
}

/** Keys, sign-ins, facts and documents of one person: each is made, used and taken away. */
export class OwnThings {
  readonly #person: Person
  readonly #things = new Map<string, Thing>()
  #ending = false

  constructor(person: Person) {
    this.#person = person
  }

  /** Nothing more is made: what is under way is answered by then. */
  end(): void {
    this.#ending = true
  }

  async makeKey(via: ServerName, of: number): Promise<void> {
    const asked = await this.#person.ask(via, 'POST', '/api/me/keys', { json: { name: `Key ${of}` } })
    const made = bodyOf<MadeApiKey>(asked)
    if (made) this.#made(`key ${of}`, { kind: 'key', name: made.apiKey.id, opens: made.key }, asked)
  }

  async openWithKey(via: ServerName, of: number): Promise<void> {
    const key = this.#things.get(`key ${of}`)
    if (key) await this.#look(key, via)
  }

  async revokeKey(via: ServerName, of: number): Promise<void> {
    await this.#remove(`key ${of}`, via, ({ name }) => ['DELETE', `/api/me/keys/${name}`, undefined])
  }

  async signIn(via: ServerName, of: number): Promise<void> {
    const { account, world } = this.#person
    const headers = { cookie: '' }
    const issued = await this.#person.ask(via, 'POST', '/api/session/nonce', {
      ...{ headers, json: { address: account.address } },
    })
    const input = bodyOf<SignInInput>(issued)
    if (!input) return
    const begun = performance.now()
    const answer = await fetch(`${world.server(via).address}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account.wallet.signInProof(input)),
      signal: AbortSignal.timeout(3_000),
    }).catch(() => undefined)
    const opens = answer?.headers.get('set-cookie')?.split(';', 1).join()
    await answer?.body?.cancel().catch(() => {})
    if (!answer?.ok || !opens) return
    const times = { begun, ended: performance.now(), via, outcome: 'ok' as const, status: 200, text: '' }
    this.#made(`session ${of}`, { kind: 'session', name: crypto.randomUUID(), opens }, times)
  }

  async openWithSession(via: ServerName, of: number): Promise<void> {
    const session = this.#things.get(`session ${of}`)
    if (session) await this.#look(session, via)
  }

  async signOut(via: ServerName, of: number): Promise<void> {
    await this.#remove(`session ${of}`, via, ({ opens }) => ['DELETE', '/api/session', opens])
  }

  async addFact(via: ServerName, of: number): Promise<void> {
    const name = crypto.randomUUID()
    const json = { id: name, text: factOf(name) }
    const path = `/api/me/memory/${this.#person.agent}/facts`
    const asked = await this.#person.insist(via, 'POST', path, { json }, performance.now() + 2_000)
    this.#made(`fact ${of}`, { kind: 'fact', name, opens: '' }, asked)
  }

  async readFact(via: ServerName, of: number): Promise<void> {
    const fact = this.#things.get(`fact ${of}`)
    if (fact) await this.#look(fact, via)
  }

  async removeFact(via: ServerName, of: number): Promise<void> {
    const path = `/api/me/memory/${this.#person.agent}/facts`
    await this.#remove(`fact ${of}`, via, ({ name }) => ['DELETE', `${path}/${name}`, undefined])
  }

  async upload(via: ServerName, of: number): Promise<void> {
    const name = crypto.randomUUID()
    const body = textOf(name, this.#person.secret)
    const query = new URLSearchParams({ id: name, name: `document-${of}.md` })
    const path = `/api/agents/${this.#person.agent}/sources?${query}`
    const asked = await this.#person.insist(via, 'POST', path, { body }, performance.now() + 2_000)
    this.#made(`document ${of}`, { kind: 'document', name, opens: '' }, asked)
  }

  async readDocument(via: ServerName, of: number): Promise<void> {
    const document = this.#things.get(`document ${of}`)
    if (document) await this.#look(document, via)
  }

  async removeDocument(via: ServerName, of: number): Promise<void> {
    const path = `/api/agents/${this.#person.agent}/sources`
    await this.#remove(`document ${of}`, via, ({ name }) => ['DELETE', `${path}/${name}`, undefined])
  }

  /** Looks for everything at both servers. */
  async readAll(): Promise<void> {
    for (const thing of this.#things.values())
      for (const via of ['a', 'b'] as const) await this.#look(thing, via)
  }

  /** Of one kind, for whoever looks for what is not theirs. */
  listNames(kind: ThingKind): string[] {
    return [...this.#things.values()].filter((thing) => thing.kind === kind).map(({ name }) => name)
  }

  #made(key: string, thing: Thing, asked: Asked): void {
    if (this.#ending) return
    this.#things.set(key, thing)
    this.#person.history.add({ act: 'make', kind: thing.kind, thing: thing.name, ...timesOf(asked) })
  }

  async #remove(
    key: string,
    via: ServerName,
    request: (thing: Thing) => [method: string, path: string, cookie: string | undefined],
  ): Promise<void> {
    const thing = this.#things.get(key)
    if (!thing) return
    const [method, path, cookie] = request(thing)
    const asked = await this.#person.ask(via, method, path, cookie ? { headers: { cookie } } : {})
    this.#person.history.add({ act: 'remove', kind: thing.kind, thing: thing.name, ...timesOf(asked) })
  }

  async #look(thing: Thing, via: ServerName): Promise<void> {
    const { asked, found } = await this.#find(thing, via)
    const outcome = found === null ? 'unknown' : 'ok'
    this.#person.history.add({
      ...{ act: 'look', kind: thing.kind, thing: thing.name, found: found ?? false },
      ...timesOf(asked),
      outcome,
    })
  }

  /** `found` is null where nothing was answered from which one could tell. */
  async #find(
    { kind, name, opens }: Thing,
    via: ServerName,
  ): Promise<{ asked: Asked; found: boolean | null }> {
    const person = this.#person
    switch (kind) {
      case 'key': {
        const headers = { cookie: '', authorization: `Bearer ${opens}` }
        const asked = await person.ask(via, 'GET', '/v1/models', { headers })
        return { asked, found: asked.outcome === 'ok' || (asked.status === 401 ? false : null) }
      }
      case 'session': {
        const asked = await person.ask(via, 'GET', '/api/session', { headers: { cookie: opens } })
        const body = bodyOf<{ session: unknown }>(asked)
        return { asked, found: body ? body.session !== null : null }
      }
      case 'fact': {
        const asked = await person.ask(via, 'GET', `/api/me/memory/${person.agent}`)
        const body = bodyOf<Memory>(asked)
        return { asked, found: body ? body.facts.some(({ id }) => id === name) : null }
      }
      default: {
        const asked = await person.ask(via, 'GET', `/api/sources/${name}/file`)
        const isWhole = asked.outcome === 'ok' && asked.text === textOf(name, person.secret)
        if (asked.outcome === 'ok' && !isWhole)
          person.history.note({ act: 'fault', text: `the document ${name} is not what was uploaded` }, via)
        return { asked, found: isWhole || (asked.status === 404 ? false : null) }
      }
    }
  }
}

const nouns =
  'harbour lamp tide gull rope anchor market bridge garden window letter train violin bread river stone'.split(
    ' ',
  )

/** Facts that say nearly the same become one, and what looks random is refused as a password. */
const factOf = (name: string) =>
  `I dreamt of a ${Array.from(name.slice(0, 6), (digit) => nouns[Number.parseInt(digit, 16)]).join(', a ')}.`

/** Long enough to be stored in several chunks. */
const textOf = (name: string, secret: string) =>
  `# ${name}\n\n${secret}\n\n${`The lamp of ${name} is lit at dusk.\n\n`.repeat(60)}`
