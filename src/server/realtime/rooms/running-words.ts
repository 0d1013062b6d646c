import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import { type Frame, frameOf } from '../sockets/frame.ts'

interface Running {
  text: string
  /** How much of it everybody here was told, in UTF-16 units. */
  told: number
  /** When its words were last heard, by `performance.now`. */
  heardAt: number
  /** All of it for who comes now; made when first asked for. */
  whole?: Frame | undefined
}

/** What the running answers of one realm have said so far. */
export interface RunningWords {
  /** Takes in a message as it is now: the end of an answer has all of its words. */
  take(message: RealmMessage): void
  has(id: string): boolean
  /** Takes in all that an answer has said so far; less than is known is late and passed over. @returns whether it is more */
  hear(id: string, content: string): boolean
  /** What everybody here was not told yet, who knows all before. */
  untold(): Frame[]
  /** All of it, for who comes now. */
  whole(): Frame[]
  /** Answers of which nothing was heard for so long, in milliseconds. */
  silentFor(ms: number): string[]
}

export function createRunningWords(realmId: string): RunningWords {
  const running = new Map<string, Running>()

  const words = (id: string, at: number, text: string) =>
    frameOf({ type: 'words', realm: realmId, id, at, text })

  return {
    take(message) {
      if (message.kind !== 'answer') return
      const { id, content, state } = message
      if (state !== 'running') {
        running.delete(id)
        return
      }
      const heardAt = performance.now()
      const before = running.get(id)?.text ?? ''
      // Its readers begin with the message as it stands in the log.
      if (before.length > content.length) running.set(id, { text: before, told: 0, heardAt })
      else running.set(id, { text: content, told: content.length, heardAt })
    },

    has: (id) => running.has(id),

    hear(id, content) {
      const one = running.get(id)
      if (!one) running.set(id, { text: content, told: 0, heardAt: performance.now() })
      else {
        one.heardAt = performance.now()
        if (content.length <= one.text.length) return false
        one.text = content
        one.whole = undefined
      }
      return true
    },

    untold() {
      const frames: Frame[] = []
      for (const [id, one] of running) {
        if (one.told >= one.text.length) continue
        frames.push(words(id, one.told, one.text.slice(one.told)))
        one.told = one.text.length
      }
      return frames
    },

    whole() {
      const frames: Frame[] = []
      for (const [id, one] of running) {
        if (one.text === '') continue
        one.whole ??= words(id, 0, one.text)
        frames.push(one.whole)
      }
      return frames
    },

    silentFor: (ms) =>
      [...running].filter(([, { heardAt }]) => performance.now() - heardAt >= ms).map(([id]) => id),
  }
}
