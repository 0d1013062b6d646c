/** Combines the requests during a call into one further call. `look` must not reject. */
export function coalesceByKey(look: (key: string) => Promise<void>): {
  wake(key: string): void
  /** Resolves when all requested calls are done. */
  done(): Promise<unknown>
} {
  const looking = new Map<string, { again: boolean; done: Promise<void> }>()

  async function lookWhileAsked(key: string) {
    await look(key)
    const current = looking.get(key)
    if (!current?.again) return void looking.delete(key)
    current.again = false
    await lookWhileAsked(key)
  }

  return {
    wake(key) {
      const current = looking.get(key)
      if (current) {
        current.again = true
        return
      }
      const begun = { again: false, done: Promise.resolve() }
      looking.set(key, begun)
      begun.done = lookWhileAsked(key)
    },
    done: () => Promise.all([...looking.values()].map(({ done }) => done)),
  }
}
