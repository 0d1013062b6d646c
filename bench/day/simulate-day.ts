import { randomFrom } from '../../test/random-from.ts'
import { percentile } from '../percentile.ts'
import { EventQueue } from './event-queue.ts'
import { Station } from './station.ts'
import type { Interruption } from './waits-for-core.ts'

/** Seconds of a core that something costs. */
export interface Cost {
  /** Each second of a server, whatever is asked. */
  second: number
  /** A reply up to its first word, and what it costs beyond its words afterwards. */
  begin: number
  end: number
  /** A word that is told, with what is stored of it. */
  word: number
  /** A conversation that somebody opens. */
  read: number
}

export interface Costs {
  app: Cost
  database: Cost
  redis: Cost
  /** Seconds to some first words in which no server of the place works: the network, the model, who reads. */
  bare: readonly number[]
  /** How much of what a server works for a beginning has to be done before its first word; the rest comes after it. */
  ahead: number
  /** How much longer than the mean some beginnings took, as factors. */
  uneven: readonly number[]
  /** How much of what a server works is done by its main thread, one after the other; the rest is done beside it. */
  onCore: number
  /** Collections of garbage on the main thread, which are part of what a server works. */
  collecting: Interruption
}

export interface Day {
  repliesASecond: number
  words: number
  /** How long a reply's words come, in seconds. */
  replySeconds: number
  readsAReply: number
}

export interface Place {
  /** Processes, of one core each. */
  servers: number
  /** Connections of each to the database. */
  connections: number
  databaseCores: number
  /** What others on its machine do to a server, who are no part of the place. */
  neighbours?: {
    /** How it waits for a core that others have. */
    waits: Interruption
    /** Seconds to first words in which no server of the place works, while they are there. */
    bare: readonly number[]
  }
}

/** Words are not told one by one: what came in this time, in seconds, is one job. */
const SLICE = 0.1
/** Beyond the length of a reply, the seconds at the beginning that are not measured. */
const WARM_UP = 2

export interface Simulated {
  utilisation: { app: number; database: number; redis: number; connections: number }
  /** Seconds to the first word. */
  firstWord: { p50: number; p99: number }
  /** Seconds that words wait for their server. */
  wordWait: { p50: number; p99: number }
  /** How many replies began. */
  replies: number
}

/** Lets replies begin at random, as people ask who know nothing of each other, and follows each of them. */
export function simulateDay(
  given: { costs: Costs; day: Day; place: Place },
  { seconds, seed }: { seconds: number; seed: number },
): Simulated {
  return new SimulatedDay(given, seed).run(seconds)
}

interface Server {
  core: Station
  connections: Station
  collecting: Interruptions
  waits: Interruptions
  /** Seconds of a core. */
  worked: number
}

/** Holds a server up now and then, while it works. */
class Interruptions {
  readonly #random: () => number
  readonly #apart: number
  readonly #seconds: readonly number[]
  #left = 0

  constructor({ apart, seconds }: Interruption, random: () => number) {
    this.#random = random
    this.#apart = apart
    this.#seconds = seconds
    this.#left = exponential(random, apart)
  }

  /** How long it is held up within so many seconds of work. */
  within(work: number): number {
    if (this.#seconds.length === 0) return 0
    let seconds = 0
    for (this.#left -= work; this.#left < 0; this.#left += exponential(this.#random, this.#apart))
      seconds += oneOf(this.#random, this.#seconds)
    return seconds
  }
}

const none: Interruption = { apart: 1, seconds: [] }

class SimulatedDay {
  readonly #events = new EventQueue()
  readonly #random: () => number
  readonly #costs: Costs
  readonly #day: Day
  readonly #servers: Server[]
  readonly #database: Station
  readonly #redis: Station
  readonly #bare: readonly number[]
  /** How much of what a main thread works is not collecting garbage. */
  readonly #ownShare: number
  #firstWords: number[] = []
  #wordWaits: number[] = []

  constructor({ costs, day, place }: { costs: Costs; day: Day; place: Place }, seed: number) {
    this.#costs = costs
    this.#day = day
    this.#random = randomFrom(seed)
    this.#bare = place.neighbours?.bare ?? costs.bare
    const { apart, seconds } = costs.collecting
    this.#ownShare = Math.max(0.1, 1 - sum(seconds) / Math.max(1, seconds.length) / apart)
    const collecting = { apart: apart * this.#ownShare, seconds }
    this.#servers = Array.from({ length: place.servers }, () => ({
      core: new Station(this.#events, 1),
      connections: new Station(this.#events, place.connections),
      collecting: new Interruptions(collecting, this.#random),
      waits: new Interruptions(place.neighbours?.waits ?? none, this.#random),
      worked: 0,
    }))
    this.#database = new Station(this.#events, place.databaseCores)
    this.#redis = new Station(this.#events, 1)
  }

  run(seconds: number): Simulated {
    for (const server of this.#servers) this.#runServer(server)
    this.#askNext()
    this.#events.runUntil(this.#day.replySeconds + WARM_UP)
    const connections = this.#servers.map((one) => one.connections)
    for (const station of [...connections, this.#database, this.#redis]) station.measureFromNow()
    for (const server of this.#servers) server.worked = 0
    this.#firstWords = []
    this.#wordWaits = []
    this.#events.runUntil(this.#events.now + seconds)
    return {
      utilisation: {
        app: sum(this.#servers.map(({ worked }) => worked)) / seconds / this.#servers.length,
        database: meanUtilisation([this.#database]),
        redis: meanUtilisation([this.#redis]),
        connections: meanUtilisation(connections),
      },
      firstWord: halfAndLast(this.#firstWords),
      wordWait: halfAndLast(this.#wordWaits),
      replies: this.#firstWords.length,
    }
  }

  /** What each server does by itself, spread over the second. */
  #runServer(server: Server): void {
    const { app, database, redis } = this.#costs
    const everySecond = () => {
      this.#work(server, app.second)
      this.#ask(server, database.second)
      this.#redis.serve(redis.second)
      this.#events.after(1, everySecond)
    }
    this.#events.after(this.#random(), everySecond)
  }

  #askNext(): void {
    this.#events.after(this.#exponential(1 / this.#day.repliesASecond), () => {
      this.#reply()
      for (let read = this.#day.readsAReply; read > 0; read--)
        if (this.#random() < read) this.#events.after(this.#random(), () => this.#read())
      this.#askNext()
    })
  }

  #reply(): void {
    const server = this.#anyServer()
    const { app, database, redis, ahead, uneven } = this.#costs
    const began = this.#events.now
    const factor = oneOf(this.#random, uneven)
    // Half of that work is before what is asked of the database, half after it. How a lone beginning waits for a core is
    // in what it was measured to take.
    const half = (app.begin * ahead * factor) / 2
    const prepare = (next: () => void) => this.#work(server, half, next, null)
    prepare(() =>
      this.#ask(server, database.begin * factor, () => {
        this.#redis.serve(redis.begin)
        this.#events.after(oneOf(this.#random, this.#bare), () =>
          prepare(() => {
            this.#firstWords.push(this.#events.now - began)
            this.#work(server, app.begin * (1 - ahead))
            this.#say(server, this.#day.replySeconds)
          }),
        )
      }),
    )
  }

  /** The words of the next slice, or the end. */
  #say(server: Server, secondsLeft: number): void {
    const { app, database, redis } = this.#costs
    const seconds = Math.min(SLICE, secondsLeft)
    if (seconds <= 0) {
      this.#work(server, app.end)
      this.#redis.serve(redis.end)
      this.#ask(server, this.#exponential(database.end))
      return
    }
    const words = (this.#day.words * seconds) / this.#day.replySeconds
    this.#events.after(seconds, () => {
      this.#work(server, app.word * words, (waited) => this.#wordWaits.push(waited))
      this.#ask(server, database.word * words)
      this.#redis.serve(redis.word * words)
      this.#say(server, secondsLeft - seconds)
    })
  }

  #read(): void {
    const server = this.#anyServer()
    const { app, database } = this.#costs
    this.#work(server, this.#exponential(app.read), () => this.#ask(server, this.#exponential(database.read)))
  }

  /** Lets a server work, with what holds it up meanwhile. */
  #work(
    server: Server,
    seconds: number,
    done: (waited: number) => void = () => {},
    waits: Interruptions | null = server.waits,
  ): void {
    const { onCore } = this.#costs
    const own = seconds * onCore * this.#ownShare
    const worked = own + server.collecting.within(own)
    server.core.serve(worked + (waits?.within(worked) ?? 0), (waited) => {
      server.worked += worked / onCore
      done(waited)
    })
  }

  /** A statement has a connection while it waits for a core of the database and while it runs. */
  #ask(server: Server, seconds: number, done: () => void = () => {}): void {
    server.connections.take((_, end) =>
      this.#database.serve(seconds, () => {
        end()
        done()
      }),
    )
  }

  #anyServer(): Server {
    return this.#servers[Math.floor(this.#random() * this.#servers.length)] as Server
  }

  #exponential(mean: number): number {
    return exponential(this.#random, mean)
  }
}

const exponential = (random: () => number, mean: number) => -mean * Math.log(1 - random())

const oneOf = (random: () => number, values: readonly number[]) =>
  values[Math.floor(random() * values.length)] ?? 0

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function meanUtilisation(stations: readonly Station[]): number {
  return sum(stations.map((station) => station.figures().utilisation)) / stations.length
}

function halfAndLast(seconds: readonly number[]) {
  return { p50: percentile(seconds, 0.5), p99: percentile(seconds, 0.99) }
}
