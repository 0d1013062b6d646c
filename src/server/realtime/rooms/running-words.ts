import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import { type Frame, frameOf } from '../sockets/frame.ts'

/** The whole text so far of an answer, and the passages that it cites; absent if its agent was given none. */
export interface Said {
  content: string
  sources?: readonly CitedSource[] | undefined
}

interface Running {
  text: string
  sources: readonly CitedSource[] | undefined
  /** The numbers of the sources that all connections were sent; undefined if they were sent none. */
  sentSources: string | undefined
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
  receive(id: string, so: Said): boolean
  /** Frames with the text that the connections have not been sent yet. */
  unsent(): Frame[]
  /** Frames with the whole text of each answer, for entering connections. */
  whole(): Frame[]
  /** The ids of answers without new text for this many milliseconds. */
  silentFor(ms: number): string[]
}

const numbersOf = (sources: Said['sources']) => sources?.map(({ n }) => n).join()

export function createRunningWords(realmId: string): RunningWords {
  const running = new Map<string, Running>()

  function words(id: string, { text, sources }: Running, from: { at: number; sources?: string | undefined }) {
    const news = sources && numbersOf(sources) !== from.sources && { sources: [...sources] }
    return frameOf({ type: 'words', realm: realmId, id, at: from.at, text: text.slice(from.at), ...news })
  }

  /** @param isSent whether all connections have this text */
  function begin(id: string, { content, sources }: Said, isSent = false) {
    running.set(id, {
      text: content,
      sources,
      sent: isSent ? content.length : 0,
      sentSources: isSent ? numbersOf(sources) : undefined,
      receivedAt: performance.now(),
    })
  }

  return {
    take(message) {
      if (message.kind !== 'answer') return
      const { id, content, state, sources } = message
      if (state !== 'running') {
        running.delete(id)
        return
      }
      const before = running.get(id)
      // Connections that just got this message in the log begin with its text.
      if (before && before.text.length > content.length)
        begin(id, { content: before.text, sources: before.sources })
      else begin(id, { content, sources }, true)
    },

    has: (id) => running.has(id),

    receive(id, so) {
      const one = running.get(id)
      if (!one) begin(id, so)
      else {
        one.receivedAt = performance.now()
        if (so.content.length <= one.text.length) return false
        one.text = so.content
        one.sources = so.sources
        one.whole = undefined
      }
      return true
    },

    unsent() {
      const frames: Frame[] = []
      for (const [id, one] of running) {
        if (one.sent >= one.text.length) continue
        frames.push(words(id, one, { at: one.sent, sources: one.sentSources }))
        one.sent = one.text.length
        one.sentSources = numbersOf(one.sources)
      }
      return frames
    },

    whole() {
      const frames: Frame[] = []
      for (const [id, one] of running) {
        if (one.text === '') continue
        one.whole ??= words(id, one, { at: 0 })
        frames.push(one.whole)
      }
      return frames
    },

    silentFor: (ms) =>
      [...running].filter(([, { receivedAt }]) => performance.now() - receivedAt >= ms).map(([id]) => id),
  }
}
