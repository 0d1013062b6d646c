/** How many statements may be under way, so that one that has to wait for a row does not hold up everybody. */
const AT_ONCE = 2

/** Beyond that a statement looks so costly to PostgreSQL that it would be compiled first. */
const MOST = 25

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Does something for one at once, and for those that come while it is busy together, in one go: to plan and to commit a
 * statement takes longer than what it does for each.
 * @param work for several, which does nothing for any of them when it throws; each is then done alone
 * @param keyOf no two with the same key go together
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
