import type { Reply } from '../../../../shared/chat/messages.ts'
import type { Brief } from '../../../../shared/social.ts'
import { requestFailureOf } from '../../../blocks/messages/request-failure.ts'
import type { AskDraft } from '../api/ask-draft.ts'
import { edited, ended, type Lane, newLane, rewriting, swapped, withWords } from './lanes.ts'
import { type Writing, writeReply } from './write-reply.ts'

export interface DraftsView {
  /** Null if no drafts were requested yet. */
  brief: Brief | null
  lanes: readonly Lane[]
  /** Whether they were requested on this page, not restored. */
  fresh: boolean
  /** How often all running drafts have ended, even if they ended within one update. */
  written: number
}

const isWriting = ({ state }: Lane) => state === 'writing'

interface DraftsSessionOptions {
  ask: AskDraft
  newId: () => string
  nextFrame: (callback: () => void) => void
  now: () => Date
  onChange: () => void
}

/** It outlives the screen. */
export class DraftsSession {
  readonly #options: DraftsSessionOptions
  readonly #writings = new Map<string, Writing>()
  #view: DraftsView = { brief: null, lanes: [], fresh: false, written: 0 }

  constructor(options: DraftsSessionOptions) {
    this.#options = options
  }

  getView(): DraftsView {
    return this.#view
  }

  /** Writes new drafts of a brief in parallel; they replace the previous ones. */
  begin(brief: Brief, count: number): void {
    this.#abortAll()
    const lanes = Array.from({ length: count }, (_, index) => newLane(this.#options.newId(), index + 1))
    this.#publish({ brief, lanes, fresh: true })
    for (const lane of lanes) this.#write(lane, '')
  }

  /** Stops writing a draft and keeps its text so far. */
  stop(id: string): void {
    const writing = this.#writings.get(id)
    if (!writing) return
    this.#writings.delete(id)
    const { content } = writing.abort()
    const how = { state: 'stopped', cutShort: false, failure: null } as const
    this.#change(id, (lane) => ended(withWords(lane, content), how))
  }

  /** Writes another text for a draft, or tries again if there is none. */
  again(id: string): void {
    const lane = this.#laneOf(id)
    if (!lane || lane.state === 'writing') return
    this.#change(id, rewriting)
    this.#write(lane, lane.content.trim())
  }

  edit(id: string, content: string): void {
    this.#change(id, (lane) => edited(lane, content))
  }

  /** Switches between a draft's current text and the one that it replaced. */
  swap(id: string): void {
    this.#change(id, swapped)
  }

  /** @returns a function that restores it at its place */
  remove(id: string): () => void {
    this.stop(id)
    const { brief, lanes } = this.#view
    const index = lanes.findIndex((lane) => lane.id === id)
    const lane = lanes[index]
    if (!lane) return () => {}
    this.#publish({ lanes: lanes.toSpliced(index, 1) })
    return () => {
      // The brief has new drafts since, or the draft is already restored.
      if (this.#view.brief !== brief || this.#laneOf(id)) return
      this.#publish({ lanes: this.#view.lanes.toSpliced(index, 0, lane) })
    }
  }

  /** Shows drafts that were written earlier. */
  adopt(brief: Brief | null, lanes: readonly Lane[]): void {
    this.#abortAll()
    this.#publish({ brief, lanes, fresh: false })
  }

  #publish(change: Partial<DraftsView>): void {
    this.#view = { ...this.#view, ...change }
    this.#options.onChange()
  }

  #laneOf(id: string): Lane | undefined {
    return this.#view.lanes.find((lane) => lane.id === id)
  }

  #change(id: string, by: (lane: Lane) => Lane): void {
    const { lanes: before, written } = this.#view
    const lanes = before.map((lane) => (lane.id === id ? by(lane) : lane))
    if (lanes.every((lane, index) => lane === before[index])) return
    const isWritten = before.some(isWriting) && !lanes.some(isWriting)
    this.#publish({ lanes, written: written + (isWritten ? 1 : 0) })
  }

  #abortAll(): void {
    for (const writing of this.#writings.values()) writing.abort()
    this.#writings.clear()
  }

  #write({ id, position }: Lane, instead: string): void {
    const { ask, nextFrame, now } = this.#options
    const { brief, lanes } = this.#view
    if (!brief) return
    // Removed drafts count too, so that each draft keeps its position and thereby its angle on the topic.
    const count = Math.max(...lanes.map((other) => other.position))
    const writing = writeReply({
      ...{ id, nextFrame, now },
      open: (signal) => ask({ ...brief, position, count, instead }, signal),
      onWords: (content) => this.#change(id, (known) => withWords(known, content)),
      onEnd: (reply, cause) => {
        this.#writings.delete(id)
        const { content } = reply
        this.#change(id, (known) => ended(withWords(known, content), endOf(reply, cause, now())))
      },
    })
    this.#writings.set(id, writing)
  }
}

/** @param cause null if the stream brought an end */
function endOf(
  { state, cutShort }: Reply,
  cause: { error: unknown } | null,
  now: Date,
): Parameters<typeof ended>[1] {
  if (cause) return { state: 'failed', cutShort, failure: requestFailureOf(cause.error, now) }
  const isWhole = state === 'finished' || state === 'stopped'
  const failure = isWhole ? null : ({ kind: 'silent' } as const)
  return { state: state === 'running' || state === 'waiting' ? 'failed' : state, cutShort, failure }
}
