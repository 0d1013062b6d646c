import { Failure } from './failure.ts'

/** Groups share the server equally, and the members of a group share the group's part. */
interface QueueClient {
  /** A network address, as formatted by `addressKey`. */
  group: string
  /** A session within the group, or all visitors together. */
  member: string
}

export interface Place {
  /** Releases the slot to the next waiter; may be called again. */
  leave(): void
}

export interface FairQueueLimits {
  atOnce: number
  /** For one group, so that others find a free slot while it floods the queue. */
  atOnceEach: number
  /** Of one group; beyond that, the longest queue in the group loses its newest entry. */
  waitingEach: number
  waiting: number
  /** In milliseconds: a slot is then released although its work is not done, as that waits for something else. */
  holdMs: number
}

interface Waiter {
  begin: (place: Place) => void
  refuse: (error: Failure) => void
}

interface Group {
  running: number
  waiting: number
  members: Map<string, Waiter[]>
}

const RETRY_SECONDS = 1

/** Serves groups in turn, so that one that floods it only delays itself. Work with a slot must not wait for another. */
export class FairQueue {
  readonly #limits: FairQueueLimits
  /** Those with running or waiting work, in the order in which they are served next. */
  readonly #groups = new Map<string, Group>()
  #running = 0
  #waiting = 0
  #refused = 0
  #closed = false

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /** @throws {Failure} `rate_limited` if its group waits too much, `server_busy` if all do, `not_ready` at shutdown */
  enter({ group: key, member }: QueueClient): Promise<Place> {
    if (this.#closed) return Promise.reject(ending())
    const group = this.#groups.get(key) ?? { running: 0, waiting: 0, members: new Map<string, Waiter[]>() }
    this.#groups.set(key, group)
    // If there is room, nobody of the group waits, as they would have started already.
    if (this.#hasRoomFor(group)) return Promise.resolve(this.#begin(key, group))
    return new Promise<Place>((begin, refuse) => {
      const queue = group.members.get(member) ?? []
      group.members.set(member, queue)
      queue.push({ begin, refuse })
      group.waiting += 1
      this.#waiting += 1
      if (group.waiting > this.#limits.waitingEach)
        this.#refuseNewest(key, group, new Failure('rate_limited', tooMany, { retryAfter: RETRY_SECONDS }))
      else if (this.#waiting > this.#limits.waiting) this.#refuseOfLongest()
    })
  }

  /** @throws {Failure} as `enter` */
  async run<Result>(client: QueueClient, work: () => Promise<Result>): Promise<Result> {
    const place = await this.enter(client)
    try {
      return await work()
    } finally {
      place.leave()
    }
  }

  /** Refuses all waiting and new work, so that running work can finish. */
  close(): void {
    this.#closed = true
    for (const [key, group] of this.#groups) {
      while (group.waiting > 0) this.#take(group)?.refuse(ending())
      this.#forgetIdle(key, group)
    }
  }

  get waiting(): number {
    return this.#waiting
  }

  get running(): number {
    return this.#running
  }

  /** How many were refused since the start because too many of all waited; one group's own excess says nothing of the server. */
  get refused(): number {
    return this.#refused
  }

  #hasRoomFor(group: Group): boolean {
    return this.#running < this.#limits.atOnce && group.running < this.#limits.atOnceEach
  }

  #begin(key: string, group: Group): Place {
    group.running += 1
    this.#running += 1
    let left = false
    const leave = () => {
      if (left) return
      left = true
      clearTimeout(late)
      group.running -= 1
      this.#running -= 1
      this.#forgetIdle(key, group)
      this.#next()
    }
    const late = setTimeout(leave, this.#limits.holdMs).unref()
    return { leave }
  }

  #next(): void {
    for (const [key, group] of this.#groups) {
      if (this.#running >= this.#limits.atOnce) return
      if (group.waiting === 0 || !this.#hasRoomFor(group)) continue
      const waiter = this.#take(group)
      // The group, and the member in it, move to the end of their order.
      this.#groups.delete(key)
      this.#groups.set(key, group)
      waiter?.begin(this.#begin(key, group))
    }
  }

  #take(group: Group): Waiter | undefined {
    const [first] = group.members
    if (!first) return undefined
    const [member, queue] = first
    const waiter = queue.shift()
    group.members.delete(member)
    if (queue.length > 0) group.members.set(member, queue)
    group.waiting -= 1
    this.#waiting -= 1
    return waiter
  }

  /** Otherwise a group that fills the queue would keep others out. */
  #refuseOfLongest(): void {
    let longest: [string, Group] | undefined
    for (const entry of this.#groups) if (!longest || entry[1].waiting > longest[1].waiting) longest = entry
    if (!longest) return
    this.#refused += 1
    this.#refuseNewest(...longest, new Failure('server_busy', serverBusy, { retryAfter: RETRY_SECONDS }))
  }

  #refuseNewest(key: string, group: Group, error: Failure): void {
    let longest: [string, Waiter[]] | undefined
    for (const entry of group.members) if (!longest || entry[1].length > longest[1].length) longest = entry
    if (!longest) return
    const [member, queue] = longest
    const waiter = queue.pop()
    if (queue.length === 0) group.members.delete(member)
    group.waiting -= 1
    this.#waiting -= 1
    this.#forgetIdle(key, group)
    waiter?.refuse(error)
  }

  #forgetIdle(key: string, group: Group): void {
    if (group.running === 0 && group.waiting === 0) this.#groups.delete(key)
  }
}

const ending = () =>
  new Failure('not_ready', 'The server is shutting down. Try again in 1 second.', {
    retryAfter: RETRY_SECONDS,
  })
const tooMany = 'Too many requests from your network are waiting. Try again in 1 second.'
const serverBusy = 'The server is overloaded. Try again in 1 second.'
