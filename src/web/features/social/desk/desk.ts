import type { StoredBrief } from '../../../../shared/social.ts'
import { createAutosave, type Later } from '../../../blocks/saved-draft/autosave.ts'
import type { PersistedById } from '../../../blocks/saved-draft/persisted.ts'
import type { AskDraft } from '../api/ask-draft.ts'
import {
  type BriefErrors,
  type BriefValues,
  type ChosenAgent,
  emptyBrief,
  readBrief,
  valuesOf,
} from './brief-values.ts'
import type { KeptDesk } from './desk-memory.ts'
import { createDraftsSession, type DraftsSession, type DraftsView } from './drafts-session.ts'
import { createKeeper, type Keepable, type Keeping, keepableOf } from './keeper.ts'
import { areSameDrafts, draftsToKeep, draftsToRemember, isBlank, lanesOf } from './lanes.ts'

/** All that the screen shows of one brief. */
export interface DeskView {
  /** The brief's id. */
  id: string
  /** Whether the server has it, so that it can have an address of its own. */
  isStored: boolean
  values: BriefValues
  drafts: DraftsView
  keeping: Keeping
}

type Actions = Pick<DraftsSession, 'stop' | 'again' | 'edit' | 'swap' | 'remove'>

/** One brief at work: what is typed, the drafts that came of it, and whoever they are kept for. It outlives the screen. */
export interface Desk extends Actions {
  subscribe: (listener: () => void) => () => void
  getView: () => DeskView
  /** As the server could paint it: without what only this tab remembers. */
  getFirstView: () => DeskView
  setValues: (values: Partial<BriefValues>) => void
  /** Writes drafts, or says what is wrong with the form. */
  begin: () => BriefErrors | null
  /** Takes in what the server has, where nothing here is newer. */
  adopt: (stored: StoredBrief) => void
  /** Brings back what this tab remembers; once. */
  recall: () => void
  /** Remembers at once what waits to be remembered. */
  remember: () => void
  /** From now on it is this wallet's. */
  keepFor: (owner: string) => void
  /** Stores at once what waits to be stored, or failed to be. */
  keepNow: () => void
  /** Out of a conflict: what is here becomes a brief of its own. */
  keepAsNew: () => void
  /** Out of a conflict: what the other tab has stored replaces what is here. */
  takeTheirs: (theirs: StoredBrief) => void
  /** Another brief takes its place at an address, or it gets it back (null). */
  moveTo: (addressed: string | null) => void
  /** Nothing typed that would be missed, and no drafts. */
  isEmpty: () => boolean
  /** Lets go of everything: it was deleted, or its place is taken. */
  close: () => void
}

export interface DeskOptions {
  owner: string | null
  /** What the form begins with, where it is no kept one. */
  values?: BriefValues
  stored: StoredBrief | null
  /** The id in the address; null where the brief is a new one. */
  addressed: string | null
  ask: AskDraft
  keep: Pick<Parameters<typeof createKeeper>[0], 'put' | 'get' | 'random' | 'explain' | 'onKept'>
  memory: PersistedById<KeptDesk>
  recallAgent: () => ChosenAgent | null
  newId: () => string
  nextFrame: (callback: () => void) => void
  later: Later
  now: () => Date
}

/** Under what a tab remembers the brief of an address. */
export const memoryKey = (owner: string | null, addressed: string | null) =>
  `${owner ?? 'visitor'} ${addressed ?? 'new'}`

export function createDesk(options: DeskOptions): Desk {
  let { owner } = options
  let id = options.addressed ?? options.newId()
  let values = options.values ?? emptyBrief
  let isRecalled = false
  let isClosed = false
  let { addressed } = options
  let rememberedAs = memoryKey(owner, addressed)
  let view: DeskView
  const listeners = new Set<() => void>()

  const autosave = createAutosave(save, options.later)
  const remember = autosave.now
  const session = createDraftsSession({ ...options, onChange: changed })
  const keeper = createKeeper({ ...options.keep, later: options.later, onChange: tell })
  if (options.stored) takeIn(options.stored)
  view = makeView()
  const first = view

  function makeView(): DeskView {
    const isStored = keeper.getRevision() > 0
    return { id, isStored, values, drafts: session.getView(), keeping: keeper.getKeeping() }
  }
  function tell(): void {
    view = makeView()
    for (const listener of listeners) listener()
  }
  function changed(): void {
    keeper.look(owner === null ? null : keepable())
    autosave.soon()
    tell()
  }
  function keepable(): Keepable | null {
    const { brief, lanes } = session.getView()
    const drafts = draftsToKeep(lanes)
    // Of what nobody answered there is nothing to keep.
    const isWorthIt = drafts.some(({ content }) => !isBlank(content)) || keeper.getRevision() > 0
    return brief && drafts.length > 0 && isWorthIt ? { id, brief, drafts } : null
  }
  function takeIn(stored: StoredBrief): void {
    const known = keepableOf(stored)
    keeper.adopt({ ...known, revision: stored.revision })
    session.adopt(known.brief, lanesOf(known.drafts))
    values = valuesOf(stored)
  }

  function save(): void {
    if (!isRecalled || isClosed) return
    const revision = keeper.getRevision()
    const key = memoryKey(owner, revision > 0 ? id : addressed)
    if (key !== rememberedAs) options.memory.remember(rememberedAs, null)
    rememberedAs = key
    const { brief, lanes } = session.getView()
    const drafts = draftsToRemember(lanes)
    const unsaved = keeper.getKeeping().state !== 'kept'
    options.memory.remember(key, isEmpty() ? null : { owner, id, values, brief, drafts, revision, unsaved })
  }
  function isEmpty(): boolean {
    return values.topic === '' && values.source === '' && session.getView().lanes.length === 0
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getView: () => view,
    getFirstView: () => first,
    setValues(part) {
      values = { ...values, ...part }
      autosave.soon()
      tell()
    },
    begin() {
      const read = readBrief(values)
      if (!read.ok) return read.errors
      session.begin(read.brief, values.count)
      return null
    },
    stop: session.stop,
    again: session.again,
    edit: session.edit,
    swap: session.swap,
    remove: session.remove,
    adopt(stored) {
      const { state } = keeper.getKeeping()
      const isBusy = session.getView().lanes.some((lane) => lane.state === 'writing')
      if (isClosed || isBusy || stored.revision <= keeper.getRevision()) return
      if (state !== 'kept' && !(state === 'nothing' && isEmpty())) return
      const { brief } = session.getView()
      const typed = values
      takeIn(stored)
      // What was typed for the next drafts stays.
      if (brief && (typed.topic.trim() !== brief.topic || typed.source.trim() !== brief.source))
        values = typed
      tell()
    },
    recall() {
      if (isRecalled) return
      isRecalled = true
      const kept = options.memory.recall(rememberedAs)
      if (kept?.owner === owner) {
        // What was typed before the page came alive is newer.
        const typed = values.topic === first.values.topic ? {} : { topic: values.topic }
        values = { ...kept.values, ...typed }
        const known = draftsToKeep(session.getView().lanes)
        if (kept.brief && kept.unsaved && !areSameDrafts(known, kept.drafts)) {
          id = kept.id
          session.adopt(kept.brief, lanesOf(kept.drafts))
          // Made from an older text than the server has: it will say so, and a person decides.
          if (kept.revision !== keeper.getRevision()) keeper.follow(kept.revision)
        }
      }
      if (!values.agent) values = { ...values, agent: options.recallAgent() }
      tell()
    },
    remember,
    keepFor(next) {
      owner = next
      changed()
    },
    keepNow: keeper.flush,
    keepAsNew() {
      id = options.newId()
      addressed = null
      keeper.follow(0)
      changed()
    },
    takeTheirs(theirs) {
      takeIn(theirs)
      remember()
      tell()
    },
    moveTo(next) {
      addressed = next
      rememberedAs = memoryKey(owner, addressed)
      remember()
      keeper.flush()
    },
    isEmpty,
    close() {
      isClosed = true
      autosave.cancel()
      keeper.close()
      session.adopt(null, [])
      options.memory.remember(rememberedAs, null)
    },
  }
}
