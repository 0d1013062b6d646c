/** Something that a browser tab remembers about many things, through reloads and until it is closed. */
export interface PageMemory<Value> {
  recall: (key: string) => Value | undefined
  /** Null forgets. */
  remember: (key: string, value: Value | null) => void
}

/**
 * @param storage where it is kept; one that is full or forbidden remembers nothing, and says nothing of it
 * @param name under which all of it stands in the storage
 * @param most how many things are remembered; what was not touched for longest is let go first
 * @param isValue what was written by an older page, or by hand, may be anything
 */
export function createPageMemory<Value>(options: {
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  name: string
  most: number
  isValue: (value: unknown) => value is Value
}): PageMemory<Value> {
  const read = (): [string, Value][] => {
    try {
      const entries: unknown = JSON.parse(options.storage().getItem(options.name) ?? '[]')
      return Array.isArray(entries) ? entries.filter(isEntry) : []
    } catch {
      return []
    }
  }
  const isEntry = (entry: unknown): entry is [string, Value] =>
    Array.isArray(entry) && typeof entry[0] === 'string' && options.isValue(entry[1])
  return {
    recall: (key) => read().find(([known]) => known === key)?.[1],
    remember: (key, value) => {
      const before = read()
      const others = before.filter(([known]) => known !== key)
      if (value === null && others.length === before.length) return
      const entries = value === null ? others : [...others, [key, value]]
      try {
        if (entries.length === 0) options.storage().removeItem(options.name)
        else options.storage().setItem(options.name, JSON.stringify(entries.slice(-options.most)))
      } catch {
        // A full or forbidden storage: the page goes on without a memory.
      }
    },
  }
}
