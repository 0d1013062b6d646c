import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import { estimateTokens } from '../src/server/domain/estimate-tokens.ts'
import { chooseEngine } from '../src/server/llm/choose-engine.ts'
import type { Conversation } from '../src/shared/chat/conversations.ts'
import type { KeptFact } from '../src/shared/memory/facts.ts'
import { testApp } from './app.ts'
import { conversationClient } from './conversation-client.ts'
import type { TestDatabase } from './database.ts'
import { randomOf } from './random-from.ts'
import type { Account } from './sign-in.ts'

/**
 * Seeded histories of people who talk, remember, forget, branch and delete on two servers of one database. Everything
 * that is said or remembered has a word of its own, so each request to the model can be held against what may be in it:
 * the path of its question as it is now, and the facts of that person that are switched on.
 */

const WINDOW = 4_000
const PERSONA = 'You are Meridian, who knows the stars, and this sentence stands in every request, whole.'
/** In milliseconds: so long somebody reads, now and then. */
const STORY_MS = 60

const STEPS = [
  ...(['ask', 'ask', 'ask', 'ask', 'ask', 'ask', 'edit'] as const),
  ...(['fact', 'fact', 'change', 'erase', 'remove', 'story', 'rest', 'rest'] as const),
]

const FILLER = 'stars tides harbour lantern copper meadow violin winter orchard canyon marble signal'.split(
  ' ',
)

const newWord = () => `mk${randomUUID().replaceAll('-', '').slice(0, 12)}`
const wordsIn = (text: string) => text.match(/\bmk[0-9a-f]{12}\b/g) ?? []

interface Said {
  id: string
  parentId: string | null
  role: 'user' | 'assistant'
  word: string
  isErased: boolean
}

interface Talk {
  id: string
  owner: Person
  isDeleted: boolean
  said: Map<string, Said>
  leaf: string | null
  /** Words of stories that the person wrote, with the last message that they tell. */
  told: Map<string, { through: string; isGone: boolean }>
}

interface Person {
  account: Account
  facts: Map<string, { word: string; state: 'on' | 'off' | 'gone' }>
  talks: Talk[]
}

export interface HistoriesResult {
  faults: string[]
  asked: number
  stories: number
  remembered: number
  recalled: number
  erased: number
}

/** Runs histories one after the other, and returns what of their promises did not hold, with the seeds. */
export async function runMemoryHistories(
  database: TestDatabase,
  { first, count }: { first: number; count: number },
): Promise<HistoriesResult> {
  const result: HistoriesResult = { faults: [], asked: 0, stories: 0, remembered: 0, recalled: 0, erased: 0 }
  for (let seed = first; seed < first + count; seed++) {
    const history = await MemoryHistory.begin(database, seed, result)
    try {
      for (let step = 0; step < 40; step++) await history.step()
    } catch (error) {
      result.faults.push(`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`)
    } finally {
      await history.end()
    }
  }
  return result
}

class MemoryHistory {
  readonly #seed: number
  readonly #result: HistoriesResult
  readonly #random: ReturnType<typeof randomOf>
  readonly #model: Awaited<ReturnType<typeof startModelServer>>
  readonly #apps: ReturnType<typeof testApp>[]
  readonly #people: Person[] = []
  #agentId = ''
  #pending: { talk: Talk; question: string; reply: string } | null = null

  private constructor(
    seed: number,
    result: HistoriesResult,
    model: Awaited<ReturnType<typeof startModelServer>>,
    apps: ReturnType<typeof testApp>[],
  ) {
    this.#seed = seed
    this.#result = result
    this.#random = randomOf(seed)
    this.#model = model
    this.#apps = apps
  }

  static async begin(database: TestDatabase, seed: number, result: HistoriesResult): Promise<MemoryHistory> {
    const model = await startModelServer()
    const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
    const settings = { CHAT_WINDOW_TOKENS: WINDOW }
    const apps = [testApp(database, { chat, settings }), testApp(database, { chat, settings, alone: false })]
    const history = new MemoryHistory(seed, result, model, apps)
    model.choose((body) => history.#answer(body))
    await history.#populate()
    return history
  }

  async end(): Promise<void> {
    await wait(50)
    await this.#model.close()
  }

  async #populate() {
    const owner = await this.#app().signIn()
    const agent = {
      ...{ name: 'Meridian', category: 'neural', description: 'Knows the stars.', personality: PERSONA },
      ...{ capabilities: ['Explaining'], knowledgeDomains: ['Astronomy'], isPublic: true },
    }
    const made = await this.#app().send('POST', '/api/agents', { as: owner, json: agent })
    const { id } = (await made.json()) as { id: string }
    await this.#app().send('POST', `/api/agents/${id}/publish`, { as: owner })
    this.#agentId = id
    for (const account of [await this.#app().signIn(), await this.#app().signIn()])
      this.#people.push({ account, facts: new Map(), talks: [] })
  }

  #app() {
    return this.#random.oneOf(this.#apps)
  }

  async step(): Promise<void> {
    const person = this.#random.oneOf(this.#people)
    const { oneOf, below } = this.#random
    switch (oneOf(STEPS)) {
      case 'ask':
        return this.#ask(person, await this.#talkOf(person), below(4) === 0 ? 'again' : 'on')
      case 'edit':
        return this.#ask(person, await this.#talkOf(person), 'branch')
      case 'fact':
        return this.#remember(person)
      case 'change':
        return this.#changeFact(person)
      case 'erase':
        return this.#erase(person)
      case 'remove':
        return below(4) === 0 ? this.#removeTalk(person) : undefined
      case 'story':
        return this.#changeStory(person)
      case 'rest':
        // A story is made while nobody asks.
        await wait(STORY_MS)
        return
    }
  }

  async #send(person: Person, method: string, path: string, json?: unknown): Promise<Response> {
    const answer = await this.#app().send(method, path, { as: person.account, json })
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  async #talkOf(person: Person): Promise<Talk> {
    const there = person.talks.filter(({ isDeleted }) => !isDeleted)
    if (there.length > 0 && this.#random.below(20) > 0) return this.#random.oneOf(there)
    const talk: Talk = {
      ...{ id: randomUUID(), owner: person, isDeleted: false, leaf: null },
      ...{ said: new Map(), told: new Map() },
    }
    person.talks.push(talk)
    return talk
  }

  #filler(): string {
    const count = this.#random.oneOf([5, 150, 400])
    return Array.from({ length: count }, () => this.#random.oneOf(FILLER)).join(' ')
  }

  async #ask(person: Person, talk: Talk, how: 'on' | 'again' | 'branch') {
    const questions = [...talk.said.values()].filter(({ role, isErased }) => role === 'user' && !isErased)
    const leaf = talk.leaf === null ? undefined : talk.said.get(talk.leaf)
    const word = newWord()
    const replyId = randomUUID()
    const before = how !== 'on' && questions.length > 0 ? this.#random.oneOf(questions) : undefined
    const parentId = before ? before.parentId : (leaf?.id ?? null)
    const asked: Said =
      how === 'again' && before ? before : { id: randomUUID(), parentId, role: 'user', word, isErased: false }
    const content = `About ${this.#random.oneOf(FILLER)}: ${word} ${this.#filler()}`
    const question = asked === before ? { id: asked.id } : { id: asked.id, parentId, content }
    talk.said.set(asked.id, asked)
    this.#pending = { talk, question: asked.id, reply: replyId }
    const hand = conversationClient(this.#app().send, person.account)
    const answer = await hand.ask(talk.id, { replyId, agentId: this.#agentId, question })
    if (answer.status !== 200) throw new Error(`asking: ${answer.status} ${await answer.text()}`)
    await answer.text()
    const reply = await hand.followToEnd(talk.id, replyId)
    this.#pending = null
    if (reply.state !== 'finished') throw new Error(`a reply ended as ${reply.state}`)
    talk.leaf = replyId
    this.#result.asked++
    const context = reply.parts?.find((part) => part.kind === 'context')
    if (context?.facts.length) this.#result.remembered++
    if (context?.recalled.length) this.#result.recalled++
    if (context?.story) this.#result.stories++
  }

  /** Where memory is: `/api/me/memory/{agent}`. */
  get #memory() {
    return `/api/me/memory/${this.#agentId}`
  }

  async #remember(person: Person) {
    const word = newWord()
    const id = randomUUID()
    const text = `Likes ${word} ${this.#random.oneOf(FILLER)} ${this.#random.oneOf(FILLER)}`
    const answer = await this.#send(person, 'POST', `${this.#memory}/facts`, { id, text })
    if (!answer.ok) throw new Error(`remembering: ${answer.status} ${await answer.text()}`)
    const { fact } = (await answer.json()) as KeptFact
    person.facts.set(fact.id, { word, state: 'on' })
  }

  async #changeFact(person: Person) {
    const known = [...person.facts].filter(([, { state }]) => state !== 'gone')
    if (known.length === 0) return
    const [id, fact] = this.#random.oneOf(known)
    const at = `${this.#memory}/facts/${id}`
    switch (this.#random.oneOf(['off', 'on', 'edit', 'delete', 'undo'])) {
      case 'off':
        await this.#send(person, 'PATCH', at, { isOff: true })
        fact.state = 'off'
        return
      case 'on':
        await this.#send(person, 'PATCH', at, { isOff: false })
        fact.state = 'on'
        return
      case 'edit':
        fact.word = newWord()
        await this.#send(person, 'PATCH', at, { text: `Likes ${fact.word} ${this.#random.oneOf(FILLER)}` })
        return
      case 'delete':
        await this.#send(person, 'DELETE', at)
        fact.state = 'gone'
        return
      case 'undo': {
        const deleted = await this.#send(person, 'DELETE', at)
        const { deletedAt } = (await deleted.json()) as { deletedAt: string }
        const restored = await this.#send(person, 'POST', `${this.#memory}/facts/restore`, { deletedAt })
        if (!restored.ok) throw new Error(`restoring a fact: ${restored.status}`)
      }
    }
  }

  async #erase(person: Person) {
    const talks = person.talks.filter(({ isDeleted, said }) => !isDeleted && said.size > 0)
    if (talks.length === 0) return
    const talk = this.#random.oneOf(talks)
    const said = this.#random.oneOf([...talk.said.values()])
    const answer = await this.#send(person, 'DELETE', `/api/conversations/${talk.id}/messages/${said.id}`)
    if (!answer.ok && !said.isErased) throw new Error(`erasing: ${answer.status} ${await answer.text()}`)
    said.isErased = true
    if (said.role === 'user')
      for (const other of talk.said.values()) if (other.parentId === said.id) other.isErased = true
    // What a story of before tells of it goes with it; other stories may go, too.
    for (const story of talk.told.values())
      if (this.#pathOf(talk, story.through).includes(said)) story.isGone = true
    this.#result.erased++
  }

  async #removeTalk(person: Person) {
    const [talk] = person.talks.filter(({ isDeleted, said }) => !isDeleted && said.size > 0)
    if (!talk) return
    await this.#send(person, 'DELETE', `/api/conversations/${talk.id}`)
    talk.isDeleted = true
  }

  async #changeStory(person: Person) {
    const talks = person.talks.filter(({ isDeleted, said }) => !isDeleted && said.size > 4)
    if (talks.length === 0) return
    const talk = this.#random.oneOf(talks)
    const opened = await this.#send(person, 'GET', `/api/conversations/${talk.id}`)
    const { stories = [] } = (await opened.json()) as Conversation
    const story = stories.at(-1)
    if (!story) return
    const at = `/api/conversations/${talk.id}/stories/${story.id}`
    if (this.#random.below(3) === 0) {
      await this.#send(person, 'DELETE', at)
      return this.#lookAtStories(person, talk)
    }
    const word = newWord()
    talk.told.set(word, { through: story.through, isGone: false })
    await this.#send(person, 'PATCH', at, { text: `They spoke of ${word}.` })
    await this.#lookAtStories(person, talk)
  }

  /** Words that stand in no story any more are in none that is made later. */
  async #lookAtStories(person: Person, talk: Talk) {
    const opened = await this.#send(person, 'GET', `/api/conversations/${talk.id}`)
    const { stories = [] } = (await opened.json()) as Conversation
    for (const [word, told] of talk.told) told.isGone ||= !stories.some(({ text }) => text.includes(word))
  }

  #pathOf(talk: Talk, id: string): Said[] {
    const path: Said[] = []
    for (let at = talk.said.get(id); at; at = at.parentId === null ? undefined : talk.said.get(at.parentId))
      path.push(at)
    return path
  }

  /** Holds a request against what may be in it, and answers it. */
  #answer(body: unknown) {
    const { messages = [] } = body as { messages?: { role: string; content: string }[] }
    const text = messages.map(({ content }) => content).join('\n')
    const found = wordsIn(text)
    const tokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
    if (tokens + 1_000 > WINDOW) this.#fault(`a request has ${tokens} tokens`)
    const pending = this.#pending
    if (text.includes(PERSONA) && pending) {
      const allowed = this.#allowedOn(pending.talk, this.#pathOf(pending.talk, pending.question))
      for (const fact of pending.talk.owner.facts.values()) if (fact.state === 'on') allowed.add(fact.word)
      this.#hold('a reply', found, allowed)
      const word = newWord()
      const [id, parentId] = [pending.reply, pending.question]
      pending.talk.said.set(id, { id, parentId, role: 'assistant', word, isErased: false })
      return { name: 'words' as const, words: [`I say ${word} `, this.#filler()] }
    }
    // A story is made of what was said; one that is made while its words are deleted is not stored.
    const talk = this.#people.flatMap(({ talks }) => talks).find(({ said }) => holds(said, found))
    if (found.length > 0 && !talk) this.#fault('a story was asked for of nothing that is known')
    if (talk) this.#hold('a story', found, this.#allowedOn(talk, [...talk.said.values()]))
    return { name: 'words' as const, words: [`They said ${found.slice(-60).join(' ')}.`] }
  }

  #allowedOn(talk: Talk, path: readonly Said[]): Set<string> {
    const ids = new Set(path.map(({ id }) => id))
    const allowed = new Set(path.flatMap(({ word, isErased }) => (isErased ? [] : [word])))
    for (const [word, { through, isGone }] of talk.told) if (!isGone && ids.has(through)) allowed.add(word)
    return allowed
  }

  #hold(what: string, found: readonly string[], allowed: ReadonlySet<string>) {
    for (const word of found)
      if (!allowed.has(word)) this.#fault(`${what} was asked for with ${this.#kindOf(word)}`)
  }

  #kindOf(word: string): string {
    for (const [index, { facts, talks }] of this.#people.entries()) {
      const fact = [...facts.values()].find((one) => one.word === word)
      if (fact) return `a fact of person ${index} that is ${fact.state}`
      for (const { said, told } of talks) {
        const one = [...said.values()].find((one) => one.word === word)
        if (one) return `words of person ${index} of ${one.role} that are${one.isErased ? '' : ' not'} erased`
        const story = told.get(word)
        if (story) return `a story that is${story.isGone ? '' : ' not'} gone`
      }
    }
    return 'unknown words'
  }

  #fault(what: string) {
    this.#result.faults.push(`seed ${this.#seed}: ${what}`)
  }
}

const holds = (said: ReadonlyMap<string, Said>, found: readonly string[]) =>
  [...said.values()].some(({ word }) => found.includes(word))
