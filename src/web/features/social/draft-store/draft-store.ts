import type { StoredBrief } from '../../../../shared/social.ts'
import { Autosave, type Later } from '../../../blocks/saved-draft/autosave.ts'
import type { ChosenAgent } from '../../../blocks/saved-draft/chosen-agent.ts'
import type { PersistedById } from '../../../blocks/saved-draft/persisted.ts'
import type { AskDraft } from '../api/ask-draft.ts'
import { type BriefErrors, type BriefValues, emptyBrief, readBrief, valuesOf } from './brief-values.ts'
import { DraftSaver, type Keepable, keepableOf, type SaveState } from './draft-saver.ts'
import { DraftsSession, type DraftsView } from './drafts-session.ts'
import { areSameDrafts, draftsToKeep, draftsToRemember, isBlank, lanesOf } from './lanes.ts'
import { memoryKey, type RememberedDrafts } from './remembered-drafts.ts'

export interface DraftStoreView {
  id: string
  /** Whether the server has stored it, so that it can have its own address. */
  isStored: boolean
  values: BriefValues
  drafts: DraftsView
  saveState: SaveState
}

export interface DraftStoreOptions {
  owner: string | null
  values?: BriefValues
  stored: StoredBrief | null
  /** Null for a new brief. */
  addressed: string | null
  ask: AskDraft
  keep: Pick<ConstructorParameters<typeof DraftSaver>[0], 'put' | 'get' | 'random' | 'explain' | 'onKept'>
  memory: PersistedById<RememberedDrafts>
  recallAgent: () => ChosenAgent | null
  newId: () => string
  nextFrame: (callback: () => void) => void
  later: Later
  now: () => Date
}

/** It outlives the screen. */
export class DraftStore {
  readonly #options: DraftStoreOptions
  readonly #listeners = new Set<() => void>()
  readonly #autosave: Autosave
  readonly #saver: DraftSaver
  readonly #first: DraftStoreView
  /** The drafts, which the screen changes directly. */
  readonly session: DraftsSession
  #owner: string | null
  #id: string
  #values: BriefValues
  #isRecalled = false
  #isClosed = false
  #addressed: string | null
  #rememberedAs: string
  #view: DraftStoreView

  constructor(options: DraftStoreOptions) {
    const { owner, addressed, later } = options
    this.#options = options
    this.#owner = owner
    this.#addressed = addressed
    this.#id = addressed ?? options.newId()
    this.#values = options.values ?? emptyBrief
    this.#rememberedAs = memoryKey(owner, addressed)
    this.#autosave = new Autosave(() => this.#save(), later)
    this.session = new DraftsSession({ ...options, onChange: () => this.#changed() })
    this.#saver = new DraftSaver({ ...options.keep, later, onChange: () => this.#tell() })
    if (options.stored) this.#takeIn(options.stored)
    this.#first = this.#view = this.#makeView()
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getView(): DraftStoreView {
    return this.#view
  }

  /** The wallet that they are saved for; null for a visitor. */
  readonly getOwner = (): string | null => this.#owner

  /** The view as the server renders it: without what only this tab has stored. */
  getFirstView(): DraftStoreView {
    return this.#first
  }

  setValues(values: Partial<BriefValues>): void {
    this.#values = { ...this.#values, ...values }
    this.#autosave.soon()
    this.#tell()
  }

  /** Writes drafts, or returns the errors of the form. */
  begin(): BriefErrors | null {
    const read = readBrief(this.#values)
    if (!read.ok) return read.errors
    this.session.begin(read.brief, this.#values.count)
    return null
  }

  /** Takes over the server's version, if nothing here is newer. */
  adopt(stored: StoredBrief): void {
    const { state } = this.#saver.getSaveState()
    const { brief, lanes } = this.session.getView()
    const isBusy = lanes.some((lane) => lane.state === 'writing')
    if (this.#isClosed || isBusy || stored.revision <= this.#saver.getRevision()) return
    if (state !== 'kept' && !(state === 'nothing' && this.isEmpty())) return
    const typed = this.#values
    this.#takeIn(stored)
    // Text that was typed for the next drafts stays.
    if (brief && (typed.topic.trim() !== brief.topic || typed.source.trim() !== brief.source))
      this.#values = typed
    this.#tell()
  }

  /** Restores what this tab has stored; runs once. */
  recall(): void {
    if (this.#isRecalled) return
    this.#isRecalled = true
    const kept = this.#options.memory.recall(this.#rememberedAs)
    if (kept?.owner === this.#owner) this.#restore(kept)
    if (!this.#values.agent) this.#values = { ...this.#values, agent: this.#options.recallAgent() }
    this.#tell()
  }

  /** Stores pending changes in this tab at once. */
  remember(): void {
    this.#autosave.now()
  }

  keepFor(owner: string): void {
    this.#owner = owner
    this.#changed()
  }

  /** Saves at once what is pending or has failed. */
  keepNow(): void {
    this.#saver.flush()
  }

  /** Resolves a conflict: the local version becomes a brief of its own. */
  keepAsNew(): void {
    this.#id = this.#options.newId()
    this.#addressed = null
    this.#saver.follow(0)
    this.#changed()
  }

  /** Resolves a conflict: the other tab's version replaces the local one. */
  takeTheirs(theirs: StoredBrief): void {
    this.#takeIn(theirs)
    this.remember()
    this.#tell()
  }

  /** Another brief takes its place, or it moves back to the address of new ones (null). */
  moveTo(addressed: string | null): void {
    this.#addressed = addressed
    this.#rememberedAs = memoryKey(this.#owner, addressed)
    this.remember()
    this.#saver.flush()
  }

  /** Whether there are no drafts and no typed text worth keeping. */
  isEmpty(): boolean {
    const { topic, source } = this.#values
    return topic === '' && source === '' && this.session.getView().lanes.length === 0
  }

  /** Cancels everything: the brief was deleted, or replaced. */
  close(): void {
    this.#isClosed = true
    this.#autosave.cancel()
    this.#saver.close()
    this.session.adopt(null, [])
    this.#options.memory.remember(this.#rememberedAs, null)
  }

  #makeView(): DraftStoreView {
    return {
      id: this.#id,
      isStored: this.#saver.getRevision() > 0,
      values: this.#values,
      drafts: this.session.getView(),
      saveState: this.#saver.getSaveState(),
    }
  }

  #tell(): void {
    this.#view = this.#makeView()
    for (const listener of this.#listeners) listener()
  }

  #changed(): void {
    this.#saver.look(this.#owner === null ? null : this.#keepable())
    this.#autosave.soon()
    this.#tell()
  }

  #keepable(): Keepable | null {
    const { brief, lanes } = this.session.getView()
    const drafts = draftsToKeep(lanes)
    // Drafts without any text are not worth saving.
    const isWorthIt = drafts.some(({ content }) => !isBlank(content)) || this.#saver.getRevision() > 0
    return brief && drafts.length > 0 && isWorthIt ? { id: this.#id, brief, drafts } : null
  }

  #takeIn(stored: StoredBrief): void {
    const known = keepableOf(stored)
    this.#saver.adopt({ ...known, revision: stored.revision })
    this.session.adopt(known.brief, lanesOf(known.drafts))
    this.#values = valuesOf(stored)
  }

  #restore(kept: RememberedDrafts): void {
    // Text that was typed before hydration is newer.
    const { topic } = this.#values
    this.#values = { ...kept.values, ...(topic !== this.#first.values.topic && { topic }) }
    const known = draftsToKeep(this.session.getView().lanes)
    if (!kept.brief || !kept.unsaved || areSameDrafts(known, kept.drafts)) return
    this.#id = kept.id
    this.session.adopt(kept.brief, lanesOf(kept.drafts))
    // The local drafts are based on an older revision: saving reports a conflict, and the person decides.
    if (kept.revision !== this.#saver.getRevision()) this.#saver.follow(kept.revision)
  }

  #save(): void {
    if (!this.#isRecalled || this.#isClosed) return
    const { memory } = this.#options
    const [owner, id, values] = [this.#owner, this.#id, this.#values]
    const revision = this.#saver.getRevision()
    const key = memoryKey(owner, revision > 0 ? id : this.#addressed)
    if (key !== this.#rememberedAs) memory.remember(this.#rememberedAs, null)
    this.#rememberedAs = key
    const { brief, lanes } = this.session.getView()
    const drafts = draftsToRemember(lanes)
    const unsaved = this.#saver.getSaveState().state !== 'kept'
    memory.remember(key, this.isEmpty() ? null : { owner, id, values, brief, drafts, revision, unsaved })
  }
}
