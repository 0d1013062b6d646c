/** A cache of the most recently used items, up to a number of bytes. */
export function keepRecent(mostBytes: number) {
  /** Least recently used first. */
  const kept = new Map<string, Uint8Array>()
  let total = 0
  return {
    get(key: string): Uint8Array | undefined {
      const bytes = kept.get(key)
      if (!bytes) return undefined
      kept.delete(key)
      kept.set(key, bytes)
      return bytes
    },
    set(key: string, bytes: Uint8Array): void {
      total += bytes.length - (kept.get(key)?.length ?? 0)
      kept.delete(key)
      kept.set(key, bytes)
      for (const [oldest, { length }] of kept) {
        if (total <= mostBytes) break
        kept.delete(oldest)
        total -= length
      }
    },
  }
}
