import { Autosave, type Later } from '../../../blocks/saved-draft/autosave.ts'
import type { PersistedById } from '../../../blocks/saved-draft/persisted.ts'
import { type KeptBrief, memoryKey } from './brief-memory.ts'
import { type Brief, type BriefValues, emptyBrief } from './brief-values.ts'

interface BriefStoreOptions {
  memory: PersistedById<KeptBrief>
  last: PersistedById<BriefValues>
  newId: () => string
  later: Later
}

/** It outlives the screen. */
export class BriefStore {
  readonly #options: BriefStoreOptions
  readonly #listeners = new Set<() => void>()
  readonly #autosave: Autosave
  #values = emptyBrief
  #asked: KeptBrief['asked'] = null
  #owner: string | null | undefined

  constructor(options: BriefStoreOptions) {
    this.#options = options
    this.#autosave = new Autosave(() => this.#save(), options.later)
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getValues(): BriefValues {
    return this.#values
  }

  /** The values as the server renders them: without what only this browser has stored. */
  getFirstValues(): BriefValues {
    return emptyBrief
  }

  change(part: Partial<BriefValues>): void {
    this.#show({ ...this.#values, ...part })
    this.#autosave.soon()
  }

  /**
   * Restores what is stored for a wallet, or a visitor (null). A visitor's values are passed on to the wallet that
   * signs in.
   */
  ownBy(owner: string | null): void {
    const before = this.#owner
    if (owner === before) return
    const typed = this.#values
    const isTyped = typed.task !== '' || typed.agents.length > 0
    this.remember()
    this.#owner = owner
    if (before === null && isTyped) this.#options.memory.remember(memoryKey(null), null)
    const goesOn = isTyped && (before === null || before === undefined)
    const known = this.#recall()
    // Before hydration only a task can have been typed.
    if (goesOn) this.#show(before === null ? typed : { ...known, task: typed.task || known.task })
    else this.#show(known)
    this.remember()
  }

  /** Stores pending changes at once. */
  remember(): void {
    this.#autosave.now()
  }

  /** The id for requesting this run: the same as last time if no response arrived. */
  idFor(brief: Brief): string {
    const fields = JSON.stringify(brief)
    const asked = this.#asked?.fields === fields ? this.#asked : { id: this.#options.newId(), fields }
    this.#asked = asked
    this.remember()
    return asked.id
  }

  /** Must be called when the run was started, or its id was refused: the next request gets a new id. */
  forgetId(): void {
    this.#asked = null
    this.remember()
  }

  /**
   * Must be called when the run was started: clears its task, unless another was typed meanwhile; the agents and the caps
   * stay for the next run.
   */
  begun(brief: Brief): void {
    this.#asked = null
    this.#options.last.remember(memoryKey(this.#owner ?? null), this.#values)
    const { task } = this.#values
    this.#show({ ...this.#values, task: task.trim() === brief.task ? '' : task })
    this.remember()
  }

  #show(values: BriefValues): void {
    this.#values = values
    for (const listener of this.#listeners) listener()
  }

  #save(): void {
    if (this.#owner === undefined) return
    const isBlank = this.#values.task === '' && this.#values.agents.length === 0
    const kept = isBlank ? null : { values: this.#values, asked: this.#asked }
    this.#options.memory.remember(memoryKey(this.#owner), kept)
  }

  #recall(): BriefValues {
    const { memory, last } = this.#options
    const key = memoryKey(this.#owner ?? null)
    const kept = memory.recall(key)
    this.#asked = kept?.asked ?? null
    const usual = last.recall(key)
    return kept?.values ?? (usual ? { ...usual, task: '' } : emptyBrief)
  }
}
