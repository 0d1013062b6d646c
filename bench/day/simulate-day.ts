import { randomFrom } from '../../test/random-from.ts'
import { percentile } from '../percentile.ts'
import { EventQueue } from './event-queue.ts'
import { Station } from './station.ts'

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
  /** Seconds up to the first word in which nothing works for it: the network, the disk, the model. */
  idle: number
  /** How much of what a server works for a beginning has to be done before its first word; the rest comes after it. */
  ahead: number
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
}

/** Words are not told one by one: what came in this time, in seconds, is one job. */
const SLICE = 0.5
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
}

class SimulatedDay {
  readonly #events = new EventQueue()
  readonly #random: () => number
  readonly #costs: Costs
  readonly #day: Day
  readonly #servers: Server[]
  readonly #database: Station
  readonly #redis: Station
  #firstWords: number[] = []
  #wordWaits: number[] = []

  constructor({ costs, day, place }: { costs: Costs; day: Day; place: Place }, seed: number) {
    this.#costs = costs
    this.#day = day
    this.#random = randomFrom(seed)
    this.#servers = Array.from({ length: place.servers }, () => ({
      core: new Station(this.#events, 1),
      connections: new Station(this.#events, place.connections),
    }))
    this.#database = new Station(this.#events, place.databaseCores)
    this.#redis = new Station(this.#events, 1)
  }

  run(seconds: number): Simulated {
    for (const server of this.#servers) this.#runServer(server)
    this.#askNext()
    this.#events.runUntil(this.#day.replySeconds + WARM_UP)
    const [cores, connections] = [
      this.#servers.map((one) => one.core),
      this.#servers.map((one) => one.connections),
    ]
    for (const station of [...cores, ...connections, this.#database, this.#redis]) station.measureFromNow()
    this.#firstWords = []
    this.#wordWaits = []
    this.#events.runUntil(this.#events.now + seconds)
    return {
      utilisation: {
        app: meanUtilisation(cores),
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
      server.core.serve(app.second)
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
    const { app, database, redis, idle, ahead } = this.#costs
    const began = this.#events.now
    // Half of that work is before what is asked of the database, half after it.
    const half = () => this.#exponential((app.begin * ahead) / 2)
    server.core.serve(half(), () =>
      this.#ask(server, this.#exponential(database.begin), () => {
        this.#redis.serve(redis.begin)
        this.#events.after(idle, () =>
          server.core.serve(half(), () => {
            this.#firstWords.push(this.#events.now - began)
            server.core.serve(app.begin * (1 - ahead))
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
      server.core.serve(app.end)
      this.#redis.serve(redis.end)
      this.#ask(server, this.#exponential(database.end))
      return
    }
    const words = (this.#day.words * seconds) / this.#day.replySeconds
    this.#events.after(seconds, () => {
      server.core.serve(app.word * words, (waited) => this.#wordWaits.push(waited))
      this.#ask(server, database.word * words)
      this.#redis.serve(redis.word * words)
      this.#say(server, secondsLeft - seconds)
    })
  }

  #read(): void {
    const server = this.#anyServer()
    const { app, database } = this.#costs
    server.core.serve(this.#exponential(app.read), () => this.#ask(server, this.#exponential(database.read)))
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
    return -mean * Math.log(1 - this.#random())
  }
}

function meanUtilisation(stations: readonly Station[]): number {
  return stations.reduce((sum, station) => sum + station.figures().utilisation, 0) / stations.length
}

function halfAndLast(seconds: readonly number[]) {
  return { p50: percentile(seconds, 0.5), p99: percentile(seconds, 0.99) }
}
