import type { Brief, Draft, KeptBrief, StoredBrief } from '../../../../shared/social.ts'
import { keptBriefSchema } from '../../../../shared/social.ts'
import { ApiError } from '../../../lib/http/api.ts'
import { backoffMs, maySucceedLater, retryAfterMs } from '../../../lib/http/reconnecting.ts'
import { areSameDrafts } from './lanes.ts'

/** Whether the drafts are saved for a wallet as the screen shows them. */
export type SaveState =
  /** There is nothing to save, or no wallet to save it for. */
  | { state: 'nothing' }
  /** A save is scheduled or in progress. */
  | { state: 'waiting' }
  | { state: 'kept' }
  /** The save failed. It is retried with the next change, manually, and after a while if that may succeed. */
  | { state: 'failed'; problem: string }
  /** Another tab has saved another version; null if it was deleted. */
  | { state: 'conflict'; theirs: StoredBrief | null }

/** The data to save. */
export interface Keepable {
  id: string
  brief: Brief
  drafts: readonly Draft[]
}

/** The debounce of saving, in milliseconds. */
export const KEEP_AFTER_MS = 800
/** The pause before a retry, in milliseconds. */
const AGAIN_AFTER_MS = [5_000]

export interface DraftSaver {
  getSaveState: () => SaveState
  /** The revision that the local version is based on; 0 if nothing was saved yet. */
  getRevision: () => number
  /**
   * Reports the current data; if it differs from what is saved, a save is scheduled. Null means that there is nothing
   * to save.
   */
  look: (now: Keepable | null) => void
  /** Sets what is saved, as the page loaded it. */
  adopt: (stored: Keepable & { revision: number }) => void
  /** Saves pending changes at once. */
  flush: () => void
  /** Resolves a conflict: bases the local version on another revision, or on none. */
  follow: (revision: number) => void
  /** Cancels everything that is pending. */
  close: () => void
}

/**
 * Saves drafts for a wallet while they change: one request at a time, each based on the previous revision.
 * @param put saves; throws an `ApiError`, `conflict` if its revision is not the saved one
 * @param get returns what is saved; null if there is nothing any more
 * @param explain describes an error in plain words
 * @param onKept called with what the server has saved
 * @param onChange called when the result of `getSaveState` changes
 */
export function createDraftSaver(options: {
  put: (id: string, brief: KeptBrief) => Promise<StoredBrief>
  get: (id: string) => Promise<StoredBrief | null>
  later: (act: () => void, milliseconds: number) => () => void
  /** A random number from 0 up to, but not including, 1. */
  random: () => number
  explain: (error: unknown) => string
  onKept: (stored: StoredBrief) => void
  onChange: () => void
}): DraftSaver {
  let saveState: SaveState = { state: 'nothing' }
  let now: Keepable | null = null
  let stored: Keepable | null = null
  let revision = 0
  let busy = false
  let isClosed = false
  let cancelTimer = () => {}

  const turn = (next: SaveState) => {
    saveState = next
    if (!isClosed) options.onChange()
  }
  const againAfterMs = () => backoffMs(0, AGAIN_AFTER_MS, options.random)
  const wait = (milliseconds: number) => {
    cancelTimer()
    cancelTimer = options.later(() => void store(), milliseconds)
  }

  async function store(): Promise<void> {
    cancelTimer()
    if (busy || isClosed || saveState.state === 'conflict' || !now || isSame(now, stored)) return
    const sent = now
    const body = { ...sent.brief, drafts: [...sent.drafts], follows: revision }
    const fault = keptBriefSchema.safeParse(body).error?.issues[0]
    if (fault) {
      turn({ state: 'failed', problem: fault.message })
      return
    }
    busy = true
    turn({ state: 'waiting' })
    try {
      took(sent, await options.put(sent.id, body))
    } catch (error) {
      await refused(sent, error)
    } finally {
      busy = false
    }
    if (saveState.state === 'waiting') wait(0)
  }

  function took(sent: Keepable, answer: StoredBrief): void {
    stored = sent
    revision = answer.revision
    options.onKept(answer)
    turn({ state: isSame(now, stored) ? 'kept' : 'waiting' })
  }

  async function refused(sent: Keepable, error: unknown): Promise<void> {
    const status = error instanceof ApiError ? error.status : undefined
    const code = error instanceof ApiError ? error.problem?.code : undefined
    // A full storage is not a conflict, although its status may be 409.
    const full = code === 'quota_reached' || code === 'briefs_full'
    if (full || (status !== 409 && status !== 404)) {
      turn({ state: 'failed', problem: options.explain(error) })
      // A permanent failure is only retried after a change.
      if (maySucceedLater(error)) wait(retryAfterMs(error) ?? againAfterMs())
      return
    }
    const theirs = await options.get(sent.id).catch(() => undefined)
    if (theirs === undefined) {
      turn({ state: 'failed', problem: options.explain(error) })
      wait(againAfterMs())
    }
    // Only the response to an earlier attempt was lost.
    else if (theirs && isSame(sent, keepableOf(theirs))) took(sent, theirs)
    else turn({ state: 'conflict', theirs })
  }

  return {
    getSaveState: () => saveState,
    getRevision: () => revision,
    look(next) {
      if (isSame(now, next)) return
      now = next
      if (saveState.state === 'conflict') return
      if (!now) turn({ state: 'nothing' })
      else if (isSame(now, stored)) turn({ state: 'kept' })
      else {
        turn({ state: 'waiting' })
        wait(KEEP_AFTER_MS)
      }
    },
    adopt(next) {
      cancelTimer()
      const { revision: known, ...keepable } = next
      now = keepable
      stored = keepable
      revision = known
      turn({ state: 'kept' })
    },
    flush: () => void store(),
    follow(known) {
      revision = known
      stored = null
      turn({ state: now ? 'waiting' : 'nothing' })
      wait(0)
    },
    close() {
      isClosed = true
      cancelTimer()
    },
  }
}

/** The data of a stored brief. */
export function keepableOf(stored: StoredBrief): Keepable {
  const { id, agentId, platform, topic, source, tone, drafts } = stored
  return { id, brief: { agentId, platform, topic, source, tone }, drafts }
}

function isSame(one: Keepable | null, other: Keepable | null): boolean {
  if (!one || !other) return one === other
  return (
    one.id === other.id && areSameBriefs(one.brief, other.brief) && areSameDrafts(one.drafts, other.drafts)
  )
}

export function areSameBriefs(one: Brief, other: Brief): boolean {
  return (
    one.agentId === other.agentId &&
    one.platform === other.platform &&
    one.topic === other.topic &&
    one.source === other.source &&
    one.tone === other.tone
  )
}
