/** What happens at some time, in seconds; of events at the same time, the one that was added first is first. */
export class EventQueue {
  /** The time of the event that happens. */
  now = 0
  #added = 0
  readonly #heap: { at: number; nth: number; happen: () => void }[] = []

  after(seconds: number, happen: () => void): void {
    const event = { at: this.now + seconds, nth: this.#added++, happen }
    const heap = this.#heap
    let place = heap.length
    heap.push(event)
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (isBefore(heap[parent], event)) break
      heap[place] = heap[parent] as typeof event
      place = parent
    }
    heap[place] = event
  }

  /** Lets everything happen up to a time. */
  runUntil(end: number): void {
    for (let first = this.#heap[0]; first && first.at <= end; first = this.#heap[0]) {
      this.#removeFirst()
      this.now = first.at
      first.happen()
    }
    this.now = end
  }

  #removeFirst(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (!last || heap.length === 0) return
    let place = 0
    for (;;) {
      const left = 2 * place + 1
      const smaller = isBefore(heap[left + 1], heap[left] ?? last) ? left + 1 : left
      const child = heap[smaller]
      if (!child || isBefore(last, child)) break
      heap[place] = child
      place = smaller
    }
    heap[place] = last
  }
}

type Ordered = { at: number; nth: number } | undefined

function isBefore(one: Ordered, other: Ordered): boolean {
  if (!one || !other) return false
  return one.at < other.at || (one.at === other.at && one.nth < other.nth)
}
