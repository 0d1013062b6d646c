import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '../../bench/percentile.ts'
import { agentTerms, loadManyAgents } from '../../bench/scale/load-many-agents.ts'
import { loadManyMessages } from '../../bench/scale/load-many-messages.ts'
import { Talks } from '../clients/conversations.ts'
import { OwnThings } from '../clients/own-things.ts'
import { Person } from '../clients/person.ts'
import { Realm } from '../clients/realm.ts'
import { History, type ServerName } from '../history.ts'
import { World } from '../world/world.ts'
import { folderMegabytes, type ProcessSample, sampleProcess } from './sample-process.ts'
import { slopeOf } from './slope.ts'

export interface SoakOptions {
  minutes: number
  database: 'embedded' | 'postgresql'
  /** Rounds of work a second: each is a question with its reply, a message, a fact, a document and some reading. */
  rate: number
  /** What is stored before; none means an empty database. */
  agents: number
  messages: number
}

/** Of the replies that are stored before. */
const REPLY_CHARACTERS = 720

/** An embedded database has more to write here than in a schedule. */
const DISK_MB = 6_144

const SAMPLE_MS = 10_000

/** The part of the time that does not count: caches fill, and code is compiled. */
const WARM_UP = 1 / 3

/** What may grow in a minute and still be flat: megabytes of memory, and open handles. */
const MOST_MEMORY = 0.1
const MOST_HANDLES = 0.5

/** After so many rounds of one pair of people others come, so that no conversation and no list grows for ever. */
const ROUNDS_OF_PAIR = 40

/** Terms that nearly all of the agents that are stored before have, three, a hundredth, a few of another script, none. */
const searched = ['', agentTerms.everywhere, agentTerms.rare, agentTerms.faded, agentTerms.scripts[1], 'qqx']

interface Sample extends ProcessSample {
  minute: number
  stored: number
  requests: number
  p50: number
  p99: number
}

/** Mixed work without faults at a steady rate; prints what each server takes, and what of it grows. */
export async function soak({ minutes, database, rate, agents, messages }: SoakOptions): Promise<void> {
  const world = await World.start({
    ...{ database, diskMegabytes: DISK_MB },
    fill: async (filled) => {
      if (agents > 0) await loadManyAgents(filled, agents)
      if (messages > 0) await loadManyMessages(filled, messages, REPLY_CHARACTERS)
    },
  })
  const work = new SteadyWork(world, rate)
  const samples = new Map<ServerName, Sample[]>([...world.servers.keys()].map((name) => [name, []]))
  try {
    const began = performance.now()
    const working = work.run()
    while (performance.now() - began < minutes * 60_000) {
      await wait(SAMPLE_MS)
      const figures = work.takeFigures()
      const stored = await storedMegabytes(world)
      for (const [name, { pid }] of world.servers) {
        const minute = (performance.now() - began) / 60_000
        const sample = { ...sampleProcess(pid, world.disk?.folder), ...figures, minute, stored }
        samples.get(name)?.push(sample)
        console.log(lineOf(name, sample))
      }
    }
    work.end()
    await working
  } finally {
    await world.end()
  }
  for (const [name, all] of samples) judge(name, all)
  if (work.failed > 0)
    console.log(`${work.failed} acts in ${work.rounds} rounds were refused, or not answered in time.`)
  if (work.failed > work.rounds / 1_000) process.exitCode = 1
}

function lineOf(name: ServerName, sample: Sample): string {
  const { minute, memory, handles, threads, stored, requests, p50, p99 } = sample
  return `${minute.toFixed(1).padStart(5)} min  ${name}  ${memory.toFixed(1)} MB  ${handles} handles  ${threads} threads  ${stored.toFixed(1)} MB stored  ${requests} requests  p50 ${p50.toFixed(0)} ms  p99 ${p99.toFixed(0)} ms`
}

/** Of the time after the warm-up. */
function judge(name: ServerName, all: readonly Sample[]): void {
  const warm = all.slice(Math.floor(all.length * WARM_UP))
  const slope = (pick: (sample: Sample) => number) =>
    slopeOf(warm.map((sample) => [sample.minute, pick(sample)]))
  const [memory, handles, stored, p99] = [
    slope((sample) => sample.memory),
    slope((sample) => sample.handles),
    slope((sample) => sample.stored),
    slope((sample) => sample.p99),
  ]
  const requests = warm.reduce((sum, sample) => sum + sample.requests, 0)
  const kilobytes = (1_024 * ((warm.at(-1)?.stored ?? 0) - (warm[0]?.stored ?? 0))) / Math.max(1, requests)
  console.log(
    `${name}, each minute: memory ${signed(memory)} MB, handles ${signed(handles)}, stored ${signed(stored)} MB (${kilobytes.toFixed(1)} KB a request), p99 ${signed(p99)} ms`,
  )
  const isFlat = memory <= MOST_MEMORY && handles <= MOST_HANDLES
  console.log(isFlat ? `${name} is flat.` : `${name} grows.`)
  if (!isFlat) process.exitCode = 1
}

const signed = (number: number) => `${number < 0 ? '' : '+'}${number.toFixed(2)}`

async function storedMegabytes({ databases, disk }: World): Promise<number> {
  if (disk) return folderMegabytes(disk.folder)
  if (!databases) return 0
  const { sql } = databases
  const [row] = await sql<{ bytes: string }[]>`select pg_database_size(current_database())::text as bytes`
  return Number(row?.bytes ?? 0) / 1024 ** 2
}

/** Pairs of people who do the same round of things at a steady rate, one after the other. */
class SteadyWork {
  readonly #world: World
  readonly #everyMs: number
  #isOver = false
  #times: number[] = []
  rounds = 0
  failed = 0

  constructor(world: World, rate: number) {
    this.#world = world
    this.#everyMs = 1_000 / rate
  }

  end(): void {
    this.#isOver = true
  }

  takeFigures() {
    const times = this.#times.splice(0)
    return { requests: times.length, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
  }

  async run(): Promise<void> {
    const running = new Set<Promise<void>>()
    while (!this.#isOver) {
      const history = new History()
      const person = await Person.arrive(this.#world, history, 'Ada')
      const realm = await Realm.make(this.#world, person)
      const happened = (call: string) => this.#world.tools.effects.has(call)
      const talks = new Talks(person, () => performance.now() + 20_000, happened)
      const things = new OwnThings(person)
      for (let round = 0; round < ROUNDS_OF_PAIR && !this.#isOver; round++) {
        const working = this.#round(round, { person, realm, talks, things }).finally(() =>
          running.delete(working),
        )
        running.add(working)
        await wait(this.#everyMs)
      }
      await Promise.all(running)
      realm.close()
      this.failed += history.events.filter(({ outcome }) => outcome !== 'ok').length
    }
  }

  async #round(
    round: number,
    { person, realm, talks, things }: { person: Person; realm: Realm; talks: Talks; things: OwnThings },
  ): Promise<void> {
    this.rounds++
    const [via, other]: [ServerName, ServerName] = round % 2 ? ['a', 'b'] : ['b', 'a']
    const timed = async (doing: Promise<unknown>) => {
      const began = performance.now()
      await doing
      this.#times.push(performance.now() - began)
    }
    const replying = talks.ask(via, round, 'words', 60)
    await timed(realm.say(person, via))
    await timed(things.addFact(other, round))
    await timed(things.upload(via, round))
    await timed(things.readFact(via, round))
    await timed(this.#search(person, via, round))
    await replying
    await timed(talks.read(other, round))
    await timed(things.removeFact(via, round))
    await timed(things.removeDocument(other, round))
  }

  async #search(person: Person, via: ServerName, round: number): Promise<void> {
    const query = searched[round % searched.length] ?? ''
    const { outcome } = await person.ask(via, 'GET', `/api/agents?query=${encodeURIComponent(query)}`)
    if (outcome !== 'ok') this.failed++
  }
}
