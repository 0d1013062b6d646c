import type { Brief } from '../../../../shared/social.ts'
import { type Writing, writeReply } from '../../../blocks/follow-stream/write-reply.ts'
import type { AskDraft } from '../api/ask-draft.ts'
import { edited, ended, type Lane, newLane, rewriting, swapped, withWords } from './lanes.ts'
import { troubleOf } from './trouble.ts'

/** The drafts of one brief, side by side. */
export interface DraftsView {
  /** What they were written from; null where none was asked for yet. */
  brief: Brief | null
  lanes: readonly Lane[]
  /** Whether they were asked for here and now, rather than brought back. */
  fresh: boolean
  /** How often the last of those that were being written came to its end, however quickly. */
  written: number
}

export interface DraftsSession {
  getView: () => DraftsView
  /** Writes drafts of a brief, all at once, in the place of what stood there. */
  begin: (brief: Brief, count: number) => void
  /** Ends the writing of one; what had come stays. */
  stop: (id: string) => void
  /** Writes another text in the place of one, or tries again where none came. */
  again: (id: string) => void
  edit: (id: string, content: string) => void
  /** Goes back to the text that another one took the place of, or forward again. */
  swap: (id: string) => void
  /** Takes one away. @returns what puts it back where it was */
  remove: (id: string) => () => void
  /** Shows drafts that were written before. */
  adopt: (brief: Brief | null, lanes: readonly Lane[]) => void
}

const isWriting = ({ state }: Lane) => state === 'writing'

/**
 * Drafts that are being written, edited and thrown away. It outlives the screen that shows it.
 * @param onChange called after each change of the view
 */
export function createDraftsSession(options: {
  ask: AskDraft
  newId: () => string
  nextFrame: (callback: () => void) => void
  now: () => Date
  onChange: () => void
}): DraftsSession {
  let view: DraftsView = { brief: null, lanes: [], fresh: false, written: 0 }
  const writings = new Map<string, Writing>()

  const publish = (next: DraftsView) => {
    view = next
    options.onChange()
  }
  const laneOf = (id: string) => view.lanes.find((lane) => lane.id === id)
  const change = (id: string, by: (lane: Lane) => Lane) => {
    const lanes = view.lanes.map((lane) => (lane.id === id ? by(lane) : lane))
    if (lanes.every((lane, index) => lane === view.lanes[index])) return
    const isWritten = view.lanes.some(isWriting) && !lanes.some(isWriting)
    publish({ ...view, lanes, written: view.written + (isWritten ? 1 : 0) })
  }
  const letGoOfAll = () => {
    for (const writing of writings.values()) writing.abort()
    writings.clear()
  }

  function write(lane: Lane, instead: string): void {
    const { brief } = view
    if (!brief) return
    const { id, position } = lane
    // Those that were removed count as well: each draft keeps the angle that it has.
    const count = Math.max(...view.lanes.map((other) => other.position))
    const writing = writeReply({
      id,
      open: (signal) => options.ask({ ...brief, position, count, instead }, signal),
      nextFrame: options.nextFrame,
      now: options.now,
      onWords: (content) => change(id, (known) => withWords(known, content)),
      onEnd: (reply, failure) => {
        writings.delete(id)
        const { content, cutShort } = reply
        const state = failure || reply.state === 'running' ? 'failed' : reply.state
        const trouble =
          state === 'finished' || state === 'stopped'
            ? null
            : failure
              ? troubleOf(failure.error, options.now())
              : ({ kind: 'silent' } as const)
        change(id, (known) => ended(withWords(known, content), { state, cutShort, trouble }))
      },
    })
    writings.set(id, writing)
  }

  function stop(id: string): void {
    const writing = writings.get(id)
    if (!writing) return
    writings.delete(id)
    const { content } = writing.abort()
    const how = { state: 'stopped', cutShort: false, trouble: null } as const
    change(id, (lane) => ended(withWords(lane, content), how))
  }

  return {
    getView: () => view,
    begin(brief, count) {
      letGoOfAll()
      const lanes = Array.from({ length: count }, (_, index) => newLane(options.newId(), index + 1))
      publish({ ...view, brief, lanes, fresh: true })
      for (const lane of lanes) write(lane, '')
    },
    stop,
    again(id) {
      const lane = laneOf(id)
      if (!lane || lane.state === 'writing') return
      change(id, rewriting)
      write(lane, lane.content.trim())
    },
    edit: (id, content) => change(id, (lane) => edited(lane, content)),
    swap: (id) => change(id, swapped),
    remove(id) {
      stop(id)
      const index = view.lanes.findIndex((lane) => lane.id === id)
      const lane = view.lanes[index]
      const { brief } = view
      if (!lane) return () => {}
      publish({ ...view, lanes: view.lanes.filter((other) => other !== lane) })
      return () => {
        // Drafts of another brief have come since, or it is back already.
        if (view.brief !== brief || laneOf(id)) return
        publish({ ...view, lanes: view.lanes.toSpliced(index, 0, lane) })
      }
    },
    adopt(brief, lanes) {
      letGoOfAll()
      publish({ ...view, brief, lanes, fresh: false })
    },
  }
}
