/** How many statements may run at the same time, so that one that waits for a row does not delay all others. */
const AT_ONCE = 2

/** The maximum batch size. PostgreSQL would consider a larger statement so costly that it compiles it first. */
const MOST = 25

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Calls that arrive while one runs are processed together: planning and committing cost more than the work for one item.
 * @param work if it throws, it must have changed nothing, and each item is then retried alone
 * @param keyOf items with the same key are never in one batch
 */
export function batch<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  keyOf: (item: Item) => string,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let busy = 0

  function next() {
    while (busy < AT_ONCE && waiting.length > 0) {
      busy++
      void doThese(takeSome()).finally(() => {
        busy--
        next()
      })
    }
  }

  function takeSome(): Waiting<Item, Result>[] {
    const keys = new Set<string>()
    const taken: Waiting<Item, Result>[] = []
    const left: Waiting<Item, Result>[] = []
    for (const one of waiting) {
      const key = keyOf(one.item)
      if (taken.length < MOST && !keys.has(key)) taken.push(one)
      else left.push(one)
      keys.add(key)
    }
    waiting = left
    return taken
  }

  async function doThese(these: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(these.map(({ item }) => item))
      for (const [index, one] of these.entries()) one.resolve(results[index] as Result)
    } catch (error) {
      if (these.length === 1) these[0]?.reject(error)
      else await Promise.all(these.map((one) => doThese([one])))
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      next()
    })
}
