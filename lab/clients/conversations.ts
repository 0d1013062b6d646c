import { setTimeout as wait } from 'node:timers/promises'
import type { Conversation } from '../../src/shared/chat/conversations.ts'
import { foldReply, type Reply } from '../../src/shared/chat/messages.ts'
import { lengthOf, partsOf, revisionOf } from '../../src/shared/chat/parts.ts'
import type { ToolCallPart } from '../../src/shared/tools/tool-fields.ts'
import { eventsOf, replyKnown } from '../../test/reply-events.ts'
import { requestInit } from '../../test/sign-in.ts'
import type { ServerName } from '../history.ts'
import { callDirective, directive, type ModelTrick, scriptOf, sentWords } from '../world/scripted-model.ts'
import type { Person } from './person.ts'
import { bodyOf, timesOf } from './requests.ts'

/** Milliseconds before a reader whose stream broke follows on, as a page does. */
const RETRY_MS = 60

interface Talk {
  conversation: string
  question: string
  reply: string
  /** The names of the calls that its model makes. */
  calls: readonly string[]
  /** Whether anybody asked to have the words erased. */
  isErased: boolean
}

const isOver = (state: string) => state !== 'running'

/** What one person asks, hears, stops and deletes in conversations of their own. */
export class Talks {
  readonly #person: Person
  readonly #talks = new Map<string, Talk>()
  readonly #following = new Set<Promise<unknown>>()
  /** When readers give up. */
  readonly #until: () => number
  readonly #happened: (call: string) => boolean

  /** @param happened what a person finds where the tool works, by the name of the call */
  constructor(person: Person, until: () => number, happened: (call: string) => boolean) {
    this.#person = person
    this.#until = until
    this.#happened = happened
  }

  get all(): readonly Talk[] {
    return [...this.#talks.values()]
  }

  ask(via: ServerName, of: number, trick: ModelTrick, words: number): Promise<void> {
    const text = directive(trick, words, crypto.randomUUID())
    return this.#begin(via, `words ${of}`, text, scriptOf(trick, words), [])
  }

  act(via: ServerName, of: number, count: number, isDouble: boolean): Promise<void> {
    const calls = Array.from({ length: count }, () => crypto.randomUUID())
    return this.#begin(via, `act ${of}`, callDirective(calls, isDouble), sentWords, calls)
  }

  async #begin(via: ServerName, key: string, text: string, script: string | null, calls: readonly string[]) {
    const { history, account, world, agent, secret } = this.#person
    const talk: Talk = {
      ...{ conversation: crypto.randomUUID(), question: crypto.randomUUID(), reply: crypto.randomUUID() },
      ...{ calls, isErased: false },
    }
    this.#talks.set(key, talk)
    const begun = performance.now()
    const note = (outcome: 'ok' | 'unknown' | 'refused') => {
      const times = { begun, ended: performance.now(), via, outcome }
      history.add({ act: 'make', kind: 'question', thing: talk.question, ...times })
      history.add({ act: 'make', kind: 'conversation', thing: talk.conversation, ...times })
    }
    history.note({ act: 'ask', thing: talk.reply, script }, via)
    const json = {
      replyId: talk.reply,
      agentId: agent,
      question: { id: talk.question, parentId: null, content: `${secret} ${text}` },
    }
    const left = this.#leftAfter(begun)
    try {
      const answer = await fetch(
        `${world.server(via).address}/api/conversations/${talk.conversation}/replies`,
        requestInit('POST', { as: account, json, signal: left }),
      )
      note(answer.ok ? 'ok' : answer.status < 500 ? 'refused' : 'unknown')
      if (answer.ok) await this.#hear(talk, via, 'the asker', replyKnown(talk.reply), answer, begun)
      else await answer.body?.cancel()
    } catch {
      if (performance.now() > begun) note('unknown')
    }
  }

  /** One more reader, from the beginning on, who goes to the other server whenever the stream breaks. */
  follow(via: ServerName, of: number): undefined {
    const talk = this.#talks.get(`words ${of}`) ?? this.#talks.get(`act ${of}`)
    if (!talk) return undefined
    const reading = this.#read(talk, via, `a reader at ${via}`).finally(() => this.#following.delete(reading))
    this.#following.add(reading)
    return undefined
  }

  async #read(talk: Talk, via: ServerName, reader: string): Promise<void> {
    let known = replyKnown(talk.reply)
    for (let server = via; performance.now() < this.#until(); server = server === 'a' ? 'b' : 'a') {
      const begun = performance.now()
      const signal = this.#leftAfter(begun)
      const parts = partsOf(known)
      const query = new URLSearchParams({
        after: String(lengthOf(parts)),
        revision: String(revisionOf(parts)),
      })
      const address = this.#person.world.server(server).address
      const answer = await fetch(
        `${address}/api/conversations/${talk.conversation}/replies/${talk.reply}?${query}`,
        requestInit('GET', { as: this.#person.account, signal }),
      ).catch(() => undefined)
      if (answer?.ok) known = await this.#hear(talk, server, reader, known, answer, begun)
      else await answer?.body?.cancel().catch(() => {})
      if (isOver(known.state) || answer?.status === 404) return
      await wait(RETRY_MS)
    }
  }

  /** @param begun when the stream was asked for: what it says may be as old as that */
  async #hear(
    talk: Talk,
    via: ServerName,
    reader: string,
    before: Reply,
    answer: Response,
    begun: number,
  ): Promise<Reply> {
    let known = before
    try {
      for await (const event of eventsOf(answer)) {
        known = foldReply(known, event, new Date().toISOString())
        if (!talk.isErased) this.#note(talk, via, reader, known, begun)
      }
    } catch {
      // The connection is lost, or was given up.
    }
    return known
  }

  #note(talk: Talk, via: ServerName, reader: string, { content, state }: Reply, begun: number) {
    // A stream tells a reply that is over from its beginning on: until then it says nothing about the present.
    const since = state === 'running' ? 0 : begun
    const times = { begun: since, ended: performance.now(), via, outcome: 'ok' as const }
    this.#person.history.add({ act: 'hear', thing: talk.reply, reader, heard: { content, state }, ...times })
  }

  async stop(via: ServerName, of: number): Promise<void> {
    const talk = this.#talks.get(`words ${of}`)
    if (talk) await this.#person.ask(via, 'POST', `${pathOf(talk)}/replies/${talk.reply}/stop`)
  }

  #leftAfter(now: number): AbortSignal {
    return AbortSignal.timeout(Math.max(1, Math.ceil(this.#until() - now)))
  }

  /** Takes the words of a question and its answer away for good. */
  async erase(via: ServerName, of: number): Promise<void> {
    const talk = this.#talks.get(`words ${of}`)
    if (!talk) return
    talk.isErased = true
    const asked = await this.#person.ask(via, 'DELETE', `${pathOf(talk)}/messages/${talk.question}`)
    this.#person.history.add({ act: 'remove', kind: 'words', thing: talk.question, ...timesOf(asked) })
  }

  async remove(via: ServerName, of: number): Promise<void> {
    const talk = this.#talks.get(`words ${of}`)
    if (!talk) return
    // Its running reply is stopped with it, and nobody hears the end.
    talk.isErased = true
    const asked = await this.#person.ask(via, 'DELETE', pathOf(talk))
    const { history } = this.#person
    history.add({ act: 'remove', kind: 'conversation', thing: talk.conversation, ...timesOf(asked) })
    history.add({ act: 'remove', kind: 'question', thing: talk.question, ...timesOf(asked) })
  }

  /** Looks at a conversation, and whether its words are there. */
  async read(via: ServerName, of: number): Promise<void> {
    const talk = this.#talks.get(`words ${of}`)
    if (talk) await this.look(via, talk)
  }

  async look(via: ServerName, talk: Talk): Promise<Reply | null> {
    const asked = await this.#person.ask(via, 'GET', pathOf(talk))
    const { history, secret } = this.#person
    const found = asked.outcome === 'ok'
    const times = { ...timesOf(asked), outcome: found || asked.status === 404 ? 'ok' : 'unknown' } as const
    history.add({ act: 'look', kind: 'conversation', thing: talk.conversation, found, ...times })
    const body = bodyOf<Conversation>(asked)
    const isThere = body?.messages.some(({ id }) => id === talk.question) ?? false
    history.add({ act: 'look', kind: 'question', thing: talk.question, found: isThere, ...times })
    history.add({
      ...{ act: 'look', kind: 'words', thing: talk.question, found: asked.text.includes(secret) },
      ...times,
    })
    const reply = body?.messages.find(({ id }) => id === talk.reply)
    if (reply?.role !== 'assistant') return null
    if (!talk.isErased)
      history.add({
        ...{ act: 'hear', thing: talk.reply, reader: `who opens it at ${via}` },
        heard: { content: reply.content, state: reply.state },
        ...times,
      })
    return reply
  }

  async decide(via: ServerName, of: number, decision: 'once' | 'refuse'): Promise<void> {
    const talk = this.#talks.get(`act ${of}`)
    if (!talk) return
    const body = bodyOf<Conversation>(await this.#person.ask(via, 'GET', pathOf(talk)))
    const reply = body?.messages.find(({ id }) => id === talk.reply)
    await Promise.all(
      callsOf(reply?.role === 'assistant' ? reply : null).map(({ part, name }) =>
        part.status.state === 'waiting' ? this.#decide(via, part, name, decision) : null,
      ),
    )
  }

  async #decide(via: ServerName, part: ToolCallPart, name: string, decision: 'once' | 'refuse') {
    const json = {
      digest: part.digest,
      decision: decision === 'once' ? { kind: 'once' } : { kind: 'refuse', words: '' },
    }
    const asked = await this.#person.ask(via, 'PUT', `/api/tool-calls/${part.call}/decision`, { json })
    this.#person.history.add({ act: 'decide', thing: name, decision, ...timesOf(asked) })
  }

  /** Decides about whatever waits, until every reply is at rest. @returns what still moves at the end of the time */
  async settle(until: number): Promise<string[]> {
    for (;;) {
      const moving = (await Promise.all(this.all.map((talk) => this.#settleOne(talk)))).flat()
      if (moving.length === 0) break
      if (performance.now() > until) return moving
      await wait(150)
    }
    await Promise.all(this.#following)
    return []
  }

  async #settleOne(talk: Talk): Promise<string[]> {
    const asked = await this.#person.ask('a', 'GET', pathOf(talk))
    if (asked.outcome === 'unknown') return [`the conversation of ${talk.reply} can not be read`]
    const reply = bodyOf<Conversation>(asked)?.messages.find(({ id }) => id === talk.reply)
    if (reply?.role !== 'assistant') return []
    const calls = callsOf(reply)
    for (const [index, { part, name }] of calls.entries()) {
      const decision = index % 2 === 0 ? 'once' : 'refuse'
      if (part.status.state === 'waiting') await this.#decide('b', part, name, decision)
      if (part.status.state === 'unknown') {
        const as = this.#happened(name) ? 'happened' : 'did-not'
        const json = { digest: part.digest, decision: { kind: 'settle', as } }
        await this.#person.ask('b', 'PUT', `/api/tool-calls/${part.call}/decision`, { json })
      }
    }
    const isMoving = !['finished', 'stopped', 'interrupted', 'failed'].includes(reply.state)
    return isMoving
      ? [`${talk.reply} ${reply.state} ${calls.map(({ part }) => part.status.state).join(' ')}`]
      : []
  }

  /** Reads everything at both servers, and what became of the calls. */
  async readAll(): Promise<void> {
    for (const talk of this.all)
      for (const via of ['a', 'b'] as const) {
        const reply = await this.look(via, talk)
        for (const { part, name } of callsOf(reply)) {
          const { state } = part.status
          this.#person.history.note({ act: 'call', thing: name, state }, via)
        }
      }
  }
}

const pathOf = ({ conversation }: Talk) => `/api/conversations/${conversation}`

/** The calls of a reply, by the names that the script gave them. */
function callsOf(reply: Pick<Reply, 'parts'> | null): { part: ToolCallPart; name: string }[] {
  return (reply?.parts ?? []).flatMap((part) => (part.kind === 'tool' ? [{ part, name: nameOf(part) }] : []))
}

/** The tool's only argument; of arguments that are no JSON, the call's own id. */
function nameOf(part: ToolCallPart): string {
  try {
    return String((JSON.parse(part.arguments) as { text?: unknown }).text)
  } catch {
    return part.call
  }
}
