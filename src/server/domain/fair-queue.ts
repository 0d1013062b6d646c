import { Failure } from './failure.ts'

/** Whose work it is. Groups share the server equally, and the members of a group share what the group gets. */
export interface QueueClient {
  /** An address, as `addressKey` writes it. */
  group: string
  /** Within it one session, or all visitors together. */
  member: string
}

/** The right to be at work. */
export interface Place {
  /** Gives it to whoever is next; a place that was given back already stays so. */
  leave(): void
}

export interface FairQueueLimits {
  /** Work of all groups that is done at the same time. */
  atOnce: number
  /** Of them, so many of one group at most: the others find a place free while it floods. */
  atOnceEach: number
  /** Work of one group that waits; with more, the longest queue in the group loses its newest. */
  waitingEach: number
  /** Work of all groups that waits. */
  waiting: number
  /** After so many milliseconds a place is given on, although the work is not done: it waits for something else. */
  holdMs: number
}

interface Waiter {
  begin: (place: Place) => void
  refuse: (error: Failure) => void
}

interface Group {
  running: number
  waiting: number
  /** In the order in which they come next. */
  members: Map<string, Waiter[]>
}

const RETRY_SECONDS = 1

/**
 * Lets a bounded amount of work run at the same time and the rest wait, in turns between the groups and, within a group,
 * between its members: a group that floods waits for itself. Nobody may wait for a second place while holding one.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  /** All that run or wait, in the order in which they come next. */
  readonly #groups = new Map<string, Group>()
  #running = 0
  #waiting = 0
  #closed = false

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /**
   * Waits for the client's turn.
   * @throws {Failure} `rate_limited` when too much of its group waits, `server_busy` when too much of all does,
   * `not_ready` when the server ends
   */
  enter({ group: key, member }: QueueClient): Promise<Place> {
    if (this.#closed) return Promise.reject(ending())
    const group = this.#groups.get(key) ?? { running: 0, waiting: 0, members: new Map<string, Waiter[]>() }
    this.#groups.set(key, group)
    // Where there is room, nobody of the group waits: they would have begun.
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

  /** Does something in the client's turn. @throws {Failure} as `enter` */
  async run<Result>(client: QueueClient, work: () => Promise<Result>): Promise<Result> {
    const place = await this.enter(client)
    try {
      return await work()
    } finally {
      place.leave()
    }
  }

  /** Refuses all that waits and comes, so that what runs is not held up and can end. */
  close(): void {
    this.#closed = true
    for (const [key, group] of this.#groups) {
      while (group.waiting > 0) this.#take(group)?.refuse(ending())
      this.#forgetIdle(key, group)
    }
  }

  /** How much waits. */
  get waiting(): number {
    return this.#waiting
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
      // The group, and the member in it, come again after all others.
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

  /** Who waits for most gives up its newest: a group that fills all places can't keep others from waiting. */
  #refuseOfLongest(): void {
    let longest: [string, Group] | undefined
    for (const entry of this.#groups) if (!longest || entry[1].waiting > longest[1].waiting) longest = entry
    if (longest)
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
  new Failure('not_ready', 'The server is ending. Try again in 1 second.', { retryAfter: RETRY_SECONDS })
const tooMany = 'Too many requests of your network wait at the same time. Try again in 1 second.'
const serverBusy = 'The server has more to do than it can. Try again in 1 second.'
