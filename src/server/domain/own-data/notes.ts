const MOST = 40

/** Each sentence once, up to a maximum. */
export function createNotes() {
  const notes = new Map<string, number>()
  return {
    add(sentence: string) {
      notes.set(sentence, (notes.get(sentence) ?? 0) + 1)
    },
    list(): string[] {
      const all = [...notes].map(([sentence, times]) =>
        times === 1 ? sentence : `${sentence} (${times} times)`,
      )
      if (all.length <= MOST) return all
      return [
        ...all.slice(0, MOST - 1),
        `So it is with ${(all.length - MOST + 1).toLocaleString('en-US')} more.`,
      ]
    },
  }
}

export type Notes = ReturnType<typeof createNotes>
