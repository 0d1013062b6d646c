import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import { type Frame, frameOf } from '../sockets/frame.ts'

interface Running {
  text: string
  /** How much of the text all connections were sent, in UTF-16 units. */
  sent: number
  /** When text last arrived (`performance.now`). */
  receivedAt: number
  /** A frame with the whole text for entering connections, made on first use. */
  whole?: Frame | undefined
}

/** The text so far of the running answers of one realm. */
export interface RunningWords {
  /** Handles a message of the log; an answer that is over is removed, as its message has the whole text. */
  take(message: RealmMessage): void
  has(id: string): boolean
  /**
   * Handles the whole text so far of an answer; text that is not longer than the known text is late and ignored.
   * @returns whether it is longer
   */
  receive(id: string, content: string): boolean
  /** Frames with the text that the connections have not been sent yet. */
  unsent(): Frame[]
  /** Frames with the whole text of each answer, for entering connections. */
  whole(): Frame[]
  /** The ids of answers without new text for this many milliseconds. */
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
      const receivedAt = performance.now()
      const before = running.get(id)?.text ?? ''
      // Connections that just got this message in the log begin with its text.
      if (before.length > content.length) running.set(id, { text: before, sent: 0, receivedAt })
      else running.set(id, { text: content, sent: content.length, receivedAt })
    },

    has: (id) => running.has(id),

    receive(id, content) {
      const one = running.get(id)
      if (!one) running.set(id, { text: content, sent: 0, receivedAt: performance.now() })
      else {
        one.receivedAt = performance.now()
        if (content.length <= one.text.length) return false
        one.text = content
        one.whole = undefined
      }
      return true
    },

    unsent() {
      const frames: Frame[] = []
      for (const [id, one] of running) {
        if (one.sent >= one.text.length) continue
        frames.push(words(id, one.sent, one.text.slice(one.sent)))
        one.sent = one.text.length
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
      [...running].filter(([, { receivedAt }]) => performance.now() - receivedAt >= ms).map(([id]) => id),
  }
}
