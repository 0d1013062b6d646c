import type { Brief, Draft, KeptBrief, StoredBrief } from '../../../../shared/social.ts'
import { keptBriefSchema } from '../../../../shared/social.ts'
import { ApiError } from '../../../lib/http/api.ts'
import { backoffMs, maySucceedLater, retryAfterMs } from '../../../lib/http/reconnecting.ts'
import { areSameDrafts } from './lanes.ts'

export type SaveState =
  /** There is nothing to save, or no wallet to save it for. */
  | { state: 'nothing' }
  | { state: 'waiting' }
  | { state: 'kept' }
  /** The save failed. It is retried with the next change, manually, and after a while if that may succeed. */
  | { state: 'failed'; problem: string }
  /** Another tab has saved another version; null if it was deleted. */
  | { state: 'conflict'; theirs: StoredBrief | null }

export interface Keepable {
  id: string
  brief: Brief
  drafts: readonly Draft[]
}

/** The debounce of saving, in milliseconds. */
const KEEP_AFTER_MS = 800
const AGAIN_AFTER_MS = [5_000]

interface DraftSaverOptions {
  /** Saves; throws an `ApiError`, `conflict` if its revision is not the saved one. */
  put: (id: string, brief: KeptBrief) => Promise<StoredBrief>
  get: (id: string) => Promise<StoredBrief | null>
  later: (act: () => void, milliseconds: number) => () => void
  random: () => number
  explain: (error: unknown) => string
  onKept: (stored: StoredBrief) => void
  onChange: () => void
}

/** Saves drafts for a wallet while they change: one request at a time, each based on the previous revision. */
export class DraftSaver {
  readonly #options: DraftSaverOptions
  #saveState: SaveState = { state: 'nothing' }
  #now: Keepable | null = null
  #stored: Keepable | null = null
  #revision = 0
  #busy = false
  #isClosed = false
  #cancelTimer = () => {}

  constructor(options: DraftSaverOptions) {
    this.#options = options
  }

  getSaveState(): SaveState {
    return this.#saveState
  }

  /** The revision that the local version is based on; 0 if nothing was saved yet. */
  getRevision(): number {
    return this.#revision
  }

  /** A save is scheduled if this differs from what is saved. Null means that there is nothing to save. */
  look(next: Keepable | null): void {
    if (isSame(this.#now, next)) return
    this.#now = next
    if (this.#saveState.state === 'conflict') return
    if (!next) this.#turn({ state: 'nothing' })
    else if (isSame(next, this.#stored)) this.#turn({ state: 'kept' })
    else {
      this.#turn({ state: 'waiting' })
      this.#wait(KEEP_AFTER_MS)
    }
  }

  /** Sets what is saved, as the page loaded it. */
  adopt({ revision, ...keepable }: Keepable & { revision: number }): void {
    this.#cancelTimer()
    this.#now = keepable
    this.#stored = keepable
    this.#revision = revision
    this.#turn({ state: 'kept' })
  }

  flush(): void {
    void this.#store()
  }

  /** Resolves a conflict: bases the local version on another revision, or on none. */
  follow(revision: number): void {
    this.#revision = revision
    this.#stored = null
    this.#turn({ state: this.#now ? 'waiting' : 'nothing' })
    this.#wait(0)
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer()
  }

  #turn(next: SaveState): void {
    this.#saveState = next
    if (!this.#isClosed) this.#options.onChange()
  }

  #wait(milliseconds: number): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#options.later(() => void this.#store(), milliseconds)
  }

  async #store(): Promise<void> {
    this.#cancelTimer()
    const sent = this.#now
    if (this.#busy || this.#isClosed || !sent || isSame(sent, this.#stored)) return
    if (this.#saveState.state === 'conflict') return
    const body = { ...sent.brief, drafts: [...sent.drafts], follows: this.#revision }
    const fault = keptBriefSchema.safeParse(body).error?.issues[0]
    if (fault) {
      this.#turn({ state: 'failed', problem: fault.message })
      return
    }
    this.#busy = true
    this.#turn({ state: 'waiting' })
    try {
      this.#took(sent, await this.#options.put(sent.id, body))
    } catch (error) {
      await this.#refused(sent, error)
    } finally {
      this.#busy = false
    }
    if (this.#saveState.state === 'waiting') this.#wait(0)
  }

  #took(sent: Keepable, answer: StoredBrief): void {
    this.#stored = sent
    this.#revision = answer.revision
    this.#options.onKept(answer)
    this.#turn({ state: isSame(this.#now, sent) ? 'kept' : 'waiting' })
  }

  async #refused(sent: Keepable, error: unknown): Promise<void> {
    const { get, explain, random } = this.#options
    const againAfterMs = () => backoffMs(0, AGAIN_AFTER_MS, random)
    const status = error instanceof ApiError ? error.status : undefined
    const code = error instanceof ApiError ? error.problem?.code : undefined
    // A full storage is not a conflict, although its status may be 409.
    const full = code === 'quota_reached' || code === 'briefs_full'
    if (full || (status !== 409 && status !== 404)) {
      this.#turn({ state: 'failed', problem: explain(error) })
      // A permanent failure is only retried after a change.
      if (maySucceedLater(error)) this.#wait(retryAfterMs(error) ?? againAfterMs())
      return
    }
    const theirs = await get(sent.id).catch(() => undefined)
    if (theirs === undefined) {
      this.#turn({ state: 'failed', problem: explain(error) })
      this.#wait(againAfterMs())
    }
    // Only the response to an earlier attempt was lost.
    else if (theirs && isSame(sent, keepableOf(theirs))) this.#took(sent, theirs)
    else this.#turn({ state: 'conflict', theirs })
  }
}

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

function areSameBriefs(one: Brief, other: Brief): boolean {
  return (
    one.agentId === other.agentId &&
    one.platform === other.platform &&
    one.topic === other.topic &&
    one.source === other.source &&
    one.tone === other.tone
  )
}
