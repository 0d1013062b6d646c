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
import { createDraftSaver, type Keepable, keepableOf, type SaveState } from './draft-saver.ts'
import { createDraftsSession, type DraftsSession, type DraftsView } from './drafts-session.ts'
import { areSameDrafts, draftsToKeep, draftsToRemember, isBlank, lanesOf } from './lanes.ts'
import type { RememberedDrafts } from './remembered-drafts.ts'

/** The view of one brief for the screen. */
export interface DraftStoreView {
  /** The brief's id. */
  id: string
  /** Whether the server has stored it, so that it can have its own address. */
  isStored: boolean
  values: BriefValues
  drafts: DraftsView
  saveState: SaveState
}

type Actions = Pick<DraftsSession, 'stop' | 'again' | 'edit' | 'swap' | 'remove'>

/** The state of one brief: its form, its drafts, and the wallet that they are saved for. It outlives the screen. */
export interface DraftStore extends Actions {
  subscribe: (listener: () => void) => () => void
  getView: () => DraftStoreView
  /** The view as the server renders it: without what only this tab has stored. */
  getFirstView: () => DraftStoreView
  setValues: (values: Partial<BriefValues>) => void
  /** Writes drafts, or returns the errors of the form. */
  begin: () => BriefErrors | null
  /** Takes over the server's version, if nothing here is newer. */
  adopt: (stored: StoredBrief) => void
  /** Restores what this tab has stored; runs once. */
  recall: () => void
  /** Stores pending changes in this tab at once. */
  remember: () => void
  /** Assigns the brief to this wallet. */
  keepFor: (owner: string) => void
  /** Saves at once what is pending or has failed. */
  keepNow: () => void
  /** Resolves a conflict: the local version becomes a brief of its own. */
  keepAsNew: () => void
  /** Resolves a conflict: the other tab's version replaces the local one. */
  takeTheirs: (theirs: StoredBrief) => void
  /**
   * Moves the store to another address because another brief takes its place, or back to the address of new ones
   * (null).
   */
  moveTo: (addressed: string | null) => void
  /** Whether there are no drafts and no typed text worth keeping. */
  isEmpty: () => boolean
  /** Cancels everything: the brief was deleted, or replaced. */
  close: () => void
}

export interface DraftStoreOptions {
  owner: string | null
  /** The initial values of the form for a new brief. */
  values?: BriefValues
  stored: StoredBrief | null
  /** The id in the address; null for a new brief. */
  addressed: string | null
  ask: AskDraft
  keep: Pick<Parameters<typeof createDraftSaver>[0], 'put' | 'get' | 'random' | 'explain' | 'onKept'>
  memory: PersistedById<RememberedDrafts>
  recallAgent: () => ChosenAgent | null
  newId: () => string
  nextFrame: (callback: () => void) => void
  later: Later
  now: () => Date
}

/** The key under which a tab stores the brief of an address. */
export const memoryKey = (owner: string | null, addressed: string | null) =>
  `${owner ?? 'visitor'} ${addressed ?? 'new'}`

export function createDraftStore(options: DraftStoreOptions): DraftStore {
  let { owner } = options
  let id = options.addressed ?? options.newId()
  let values = options.values ?? emptyBrief
  let isRecalled = false
  let isClosed = false
  let { addressed } = options
  let rememberedAs = memoryKey(owner, addressed)
  let view: DraftStoreView
  const listeners = new Set<() => void>()

  const autosave = createAutosave(save, options.later)
  const remember = autosave.now
  const session = createDraftsSession({ ...options, onChange: changed })
  const saver = createDraftSaver({ ...options.keep, later: options.later, onChange: tell })
  if (options.stored) takeIn(options.stored)
  view = makeView()
  const first = view

  function makeView(): DraftStoreView {
    const isStored = saver.getRevision() > 0
    return { id, isStored, values, drafts: session.getView(), saveState: saver.getSaveState() }
  }
  function tell(): void {
    view = makeView()
    for (const listener of listeners) listener()
  }
  function changed(): void {
    saver.look(owner === null ? null : keepable())
    autosave.soon()
    tell()
  }
  function keepable(): Keepable | null {
    const { brief, lanes } = session.getView()
    const drafts = draftsToKeep(lanes)
    // Drafts without any text are not worth saving.
    const isWorthIt = drafts.some(({ content }) => !isBlank(content)) || saver.getRevision() > 0
    return brief && drafts.length > 0 && isWorthIt ? { id, brief, drafts } : null
  }
  function takeIn(stored: StoredBrief): void {
    const known = keepableOf(stored)
    saver.adopt({ ...known, revision: stored.revision })
    session.adopt(known.brief, lanesOf(known.drafts))
    values = valuesOf(stored)
  }

  function save(): void {
    if (!isRecalled || isClosed) return
    const revision = saver.getRevision()
    const key = memoryKey(owner, revision > 0 ? id : addressed)
    if (key !== rememberedAs) options.memory.remember(rememberedAs, null)
    rememberedAs = key
    const { brief, lanes } = session.getView()
    const drafts = draftsToRemember(lanes)
    const unsaved = saver.getSaveState().state !== 'kept'
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
      const { state } = saver.getSaveState()
      const isBusy = session.getView().lanes.some((lane) => lane.state === 'writing')
      if (isClosed || isBusy || stored.revision <= saver.getRevision()) return
      if (state !== 'kept' && !(state === 'nothing' && isEmpty())) return
      const { brief } = session.getView()
      const typed = values
      takeIn(stored)
      // Text that was typed for the next drafts stays.
      if (brief && (typed.topic.trim() !== brief.topic || typed.source.trim() !== brief.source))
        values = typed
      tell()
    },
    recall() {
      if (isRecalled) return
      isRecalled = true
      const kept = options.memory.recall(rememberedAs)
      if (kept?.owner === owner) {
        // Text that was typed before hydration is newer.
        const typed = values.topic === first.values.topic ? {} : { topic: values.topic }
        values = { ...kept.values, ...typed }
        const known = draftsToKeep(session.getView().lanes)
        if (kept.brief && kept.unsaved && !areSameDrafts(known, kept.drafts)) {
          id = kept.id
          session.adopt(kept.brief, lanesOf(kept.drafts))
          // The local drafts are based on an older revision than the server's: saving reports a conflict, and the
          // person decides.
          if (kept.revision !== saver.getRevision()) saver.follow(kept.revision)
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
    keepNow: saver.flush,
    keepAsNew() {
      id = options.newId()
      addressed = null
      saver.follow(0)
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
      saver.flush()
    },
    isEmpty,
    close() {
      isClosed = true
      autosave.cancel()
      saver.close()
      session.adopt(null, [])
      options.memory.remember(rememberedAs, null)
    },
  }
}
