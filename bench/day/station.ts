import type { EventQueue } from './event-queue.ts'

interface Job {
  arrived: number
  begin: (waited: number, end: () => void) => void
}

/** Some places that each have one job at a time, in the order of arrival: the cores of a machine, or connections. */
export class Station {
  readonly places: number
  readonly #events: EventQueue
  /** Two stacks make a queue whose first is removed at a constant cost. */
  #arrived: Job[] = []
  #next: Job[] = []
  #taken = 0
  #since = 0
  #measured = { from: 0, busy: 0, present: 0, jobs: 0, waited: 0 }

  constructor(events: EventQueue, places: number) {
    this.#events = events
    this.places = places
  }

  /** Works for so many seconds once there is a place; `done` gets how long that took to come. */
  serve(seconds: number, done: (waited: number) => void = () => {}): void {
    this.take((waited, end) =>
      this.#events.after(seconds, () => {
        end()
        done(waited)
      }),
    )
  }

  /** Gives a place, once there is one, until `end` is called. */
  take(begin: (waited: number, end: () => void) => void): void {
    this.#count()
    this.#arrived.push({ arrived: this.#events.now, begin })
    if (this.#taken < this.places) this.#begin()
  }

  /** Forgets what was counted, so that a beginning does not count. */
  measureFromNow(): void {
    this.#count()
    this.#measured = { from: this.#events.now, busy: 0, present: 0, jobs: 0, waited: 0 }
  }

  /** Since it is measured: the share of places that were taken, how many jobs were there, and how long each waited. */
  figures() {
    this.#count()
    const { from, busy, present, jobs, waited } = this.#measured
    const seconds = this.#events.now - from
    return {
      utilisation: busy / seconds / this.places,
      present: present / seconds,
      jobsASecond: jobs / seconds,
      meanWait: jobs === 0 ? 0 : waited / jobs,
    }
  }

  #begin(): void {
    if (this.#next.length === 0) {
      this.#next = this.#arrived.reverse()
      this.#arrived = []
    }
    const job = this.#next.pop()
    if (!job) return
    this.#taken++
    const waited = this.#events.now - job.arrived
    this.#measured.jobs++
    this.#measured.waited += waited
    job.begin(waited, () => {
      this.#count()
      this.#taken--
      this.#begin()
    })
  }

  #count(): void {
    const passed = this.#events.now - this.#since
    this.#since = this.#events.now
    this.#measured.busy += this.#taken * passed
    this.#measured.present += (this.#taken + this.#next.length + this.#arrived.length) * passed
  }
}
