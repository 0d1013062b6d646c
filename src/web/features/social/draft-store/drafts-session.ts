import type { Brief } from '../../../../shared/social.ts'
import { requestFailureOf } from '../../../blocks/messages/request-failure.ts'
import type { AskDraft } from '../api/ask-draft.ts'
import { edited, ended, type Lane, newLane, rewriting, swapped, withWords } from './lanes.ts'
import { type Writing, writeReply } from './write-reply.ts'

/** The drafts of one brief, side by side. */
export interface DraftsView {
  /** The brief that they were written from; null if none were requested yet. */
  brief: Brief | null
  lanes: readonly Lane[]
  /** Whether they were requested on this page, not restored. */
  fresh: boolean
  /** How often all running drafts have ended, even if they ended within one update. */
  written: number
}

export interface DraftsSession {
  getView: () => DraftsView
  /** Writes new drafts of a brief in parallel; they replace the previous ones. */
  begin: (brief: Brief, count: number) => void
  /** Stops writing a draft and keeps its text so far. */
  stop: (id: string) => void
  /** Writes another text for a draft, or tries again if there is none. */
  again: (id: string) => void
  edit: (id: string, content: string) => void
  /** Switches between a draft's current text and the one that it replaced. */
  swap: (id: string) => void
  /** Removes a draft. @returns a function that restores it at its place */
  remove: (id: string) => () => void
  /** Shows drafts that were written earlier. */
  adopt: (brief: Brief | null, lanes: readonly Lane[]) => void
}

const isWriting = ({ state }: Lane) => state === 'writing'

/**
 * Writes, edits and removes drafts. It outlives the screen that shows it.
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
  const abortAll = () => {
    for (const writing of writings.values()) writing.abort()
    writings.clear()
  }

  function write(lane: Lane, instead: string): void {
    const { brief } = view
    if (!brief) return
    const { id, position } = lane
    // Removed drafts are counted too, so that each draft keeps its position and thereby its angle on the topic.
    const count = Math.max(...view.lanes.map((other) => other.position))
    const writing = writeReply({
      id,
      open: (signal) => options.ask({ ...brief, position, count, instead }, signal),
      nextFrame: options.nextFrame,
      now: options.now,
      onWords: (content) => change(id, (known) => withWords(known, content)),
      onEnd: (reply, cause) => {
        writings.delete(id)
        const { content, cutShort } = reply
        const state = cause || reply.state === 'running' ? 'failed' : reply.state
        const failure =
          state === 'finished' || state === 'stopped'
            ? null
            : cause
              ? requestFailureOf(cause.error, options.now())
              : ({ kind: 'silent' } as const)
        change(id, (known) => ended(withWords(known, content), { state, cutShort, failure }))
      },
    })
    writings.set(id, writing)
  }

  function stop(id: string): void {
    const writing = writings.get(id)
    if (!writing) return
    writings.delete(id)
    const { content } = writing.abort()
    const how = { state: 'stopped', cutShort: false, failure: null } as const
    change(id, (lane) => ended(withWords(lane, content), how))
  }

  return {
    getView: () => view,
    begin(brief, count) {
      abortAll()
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
        // The brief has new drafts since, or the draft is already restored.
        if (view.brief !== brief || laneOf(id)) return
        publish({ ...view, lanes: view.lanes.toSpliced(index, 0, lane) })
      }
    },
    adopt(brief, lanes) {
      abortAll()
      publish({ ...view, brief, lanes, fresh: false })
    },
  }
}
