import type { Brief, Draft, KeptBrief, StoredBrief } from '../../../../shared/social.ts'
import { keptBriefSchema } from '../../../../shared/social.ts'
import { ApiError } from '../../../lib/http/api.ts'
import { backoffMs, maySucceedLater, retryAfterMs } from '../../../lib/http/reconnecting.ts'
import { areSameDrafts } from './lanes.ts'

/** Whether a wallet has the drafts as they stand on the screen. */
export type Keeping =
  /** Nothing to keep, or nobody to keep it for. */
  | { state: 'nothing' }
  /** Soon, or on its way. */
  | { state: 'waiting' }
  | { state: 'kept' }
  /** Tried again with the next change, by hand, and after a while where that makes sense. */
  | { state: 'failed'; problem: string }
  /** Another tab has stored something else since; null where it was deleted. */
  | { state: 'conflict'; theirs: StoredBrief | null }

/** What is to be kept. */
export interface Keepable {
  id: string
  brief: Brief
  drafts: readonly Draft[]
}

/** How long editing pauses before it is stored, in milliseconds. */
export const KEEP_AFTER_MS = 800
/** After a failure, in milliseconds. */
const AGAIN_AFTER_MS = [5_000]

export interface Keeper {
  getKeeping: () => Keeping
  /** The revision that what is here follows; 0 where nothing was stored yet. */
  getRevision: () => number
  /** Takes note of how things stand; what differs from what is stored is stored soon. Null: there is nothing to keep. */
  look: (now: Keepable | null) => void
  /** What is stored, as a page reads it. */
  adopt: (stored: Keepable & { revision: number }) => void
  /** Stores what waits at once. */
  flush: () => void
  /** Goes on from another revision, or from none: out of a conflict. */
  follow: (revision: number) => void
  /** Waits for nothing any more. */
  close: () => void
}

/**
 * Keeps drafts for a wallet while they change: one request at a time, each following the revision before.
 * @param put stores; throws an `ApiError`, `conflict` where it follows another revision than the stored one
 * @param get what is stored; null where there is nothing any more
 * @param explain what went wrong, in plain words
 * @param onKept called with what the server has now
 * @param onChange called when `getKeeping` has something new to say
 */
export function createKeeper(options: {
  put: (id: string, brief: KeptBrief) => Promise<StoredBrief>
  get: (id: string) => Promise<StoredBrief | null>
  later: (act: () => void, milliseconds: number) => () => void
  /** From 0 up to 1. */
  random: () => number
  explain: (error: unknown) => string
  onKept: (stored: StoredBrief) => void
  onChange: () => void
}): Keeper {
  let keeping: Keeping = { state: 'nothing' }
  let now: Keepable | null = null
  let stored: Keepable | null = null
  let revision = 0
  let busy = false
  let isClosed = false
  let cancelTimer = () => {}

  const turn = (next: Keeping) => {
    keeping = next
    if (!isClosed) options.onChange()
  }
  const againAfterMs = () => backoffMs(0, AGAIN_AFTER_MS, options.random)
  const wait = (milliseconds: number) => {
    cancelTimer()
    cancelTimer = options.later(() => void store(), milliseconds)
  }

  async function store(): Promise<void> {
    cancelTimer()
    if (busy || isClosed || keeping.state === 'conflict' || !now || isSame(now, stored)) return
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
    if (keeping.state === 'waiting') wait(0)
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
    // What can't be kept for want of room is no conflict: it is what it was.
    const full = code === 'quota_reached' || code === 'briefs_full'
    if (full || (status !== 409 && status !== 404)) {
      turn({ state: 'failed', problem: options.explain(error) })
      // What was refused for good waits for a change.
      if (maySucceedLater(error)) wait(retryAfterMs(error) ?? againAfterMs())
      return
    }
    const theirs = await options.get(sent.id).catch(() => undefined)
    if (theirs === undefined) {
      turn({ state: 'failed', problem: options.explain(error) })
      wait(againAfterMs())
    }
    // Only the answer to an earlier try was lost.
    else if (theirs && isSame(sent, keepableOf(theirs))) took(sent, theirs)
    else turn({ state: 'conflict', theirs })
  }

  return {
    getKeeping: () => keeping,
    getRevision: () => revision,
    look(next) {
      if (isSame(now, next)) return
      now = next
      if (keeping.state === 'conflict') return
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

/** A stored brief as it was kept. */
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
