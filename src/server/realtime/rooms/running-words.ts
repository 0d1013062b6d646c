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
  receivedAt: number
  /** A frame with the whole text for entering connections, made on first use. */
  whole?: Frame | undefined
}

const numbersOf = (sources: Said['sources']) => sources?.map(({ n }) => n).join()

/** The text so far of the running answers of one realm. */
export class RunningWords {
  readonly #realmId: string
  readonly #running = new Map<string, Running>()

  constructor(realmId: string) {
    this.#realmId = realmId
  }

  /** Handles a message of the log; an answer that is over is removed, as its message has the whole text. */
  take(message: RealmMessage): void {
    if (message.kind !== 'answer') return
    const { id, content, state, sources } = message
    if (state !== 'running') {
      this.#running.delete(id)
      return
    }
    const before = this.#running.get(id)
    // Connections that just got this message in the log begin with its text.
    if (before && before.text.length > content.length)
      this.#begin(id, { content: before.text, sources: before.sources })
    else this.#begin(id, { content, sources }, true)
  }

  has(id: string): boolean {
    return this.#running.has(id)
  }

  /** Text that is not longer than the known one is late and ignored. @returns whether it is longer */
  receive(id: string, so: Said): boolean {
    const one = this.#running.get(id)
    if (!one) {
      this.#begin(id, so)
      return true
    }
    one.receivedAt = performance.now()
    if (so.content.length <= one.text.length) return false
    one.text = so.content
    one.sources = so.sources
    one.whole = undefined
    return true
  }

  /** Frames with the text that the connections have not been sent yet. */
  unsent(): Frame[] {
    const frames: Frame[] = []
    for (const [id, one] of this.#running) {
      if (one.sent >= one.text.length) continue
      frames.push(this.#words(id, one, { at: one.sent, sources: one.sentSources }))
      one.sent = one.text.length
      one.sentSources = numbersOf(one.sources)
    }
    return frames
  }

  /** Frames with the whole text of each answer, for entering connections. */
  whole(): Frame[] {
    const frames: Frame[] = []
    for (const [id, one] of this.#running) {
      if (one.text === '') continue
      one.whole ??= this.#words(id, one, { at: 0 })
      frames.push(one.whole)
    }
    return frames
  }

  silentFor(ms: number): string[] {
    const now = performance.now()
    return [...this.#running].flatMap(([id, { receivedAt }]) => (now - receivedAt >= ms ? [id] : []))
  }

  #begin(id: string, { content, sources }: Said, isSent = false): void {
    this.#running.set(id, {
      text: content,
      sources,
      sent: isSent ? content.length : 0,
      sentSources: isSent ? numbersOf(sources) : undefined,
      receivedAt: performance.now(),
    })
  }

  #words(id: string, { text, sources }: Running, from: { at: number; sources?: string | undefined }): Frame {
    const news = sources && numbersOf(sources) !== from.sources && { sources: [...sources] }
    const words = { realm: this.#realmId, id, at: from.at, text: text.slice(from.at), ...news }
    return frameOf({ type: 'words', ...words })
  }
}
