import { createAutosave, type Later } from '../../../blocks/saved-draft/autosave.ts'
import type { PersistedById } from '../../../blocks/saved-draft/persisted.ts'
import { type KeptBrief, memoryKey } from './brief-memory.ts'
import { type Brief, type BriefValues, emptyBrief } from './brief-values.ts'

/** The form of a page; its values outlive the screen. */
export interface BriefStore {
  subscribe: (listener: () => void) => () => void
  getValues: () => BriefValues
  /** The values as the server renders them: without what only this browser has stored. */
  getFirstValues: () => BriefValues
  change: (part: Partial<BriefValues>) => void
  /**
   * Assigns the form to a wallet, or to a visitor (null), and restores what is stored for it. A visitor's values are
   * passed on to the wallet that signs in.
   */
  ownBy: (owner: string | null) => void
  /** Stores pending changes at once. */
  remember: () => void
  /** The id for requesting this run: the same as last time if no response arrived. */
  idFor: (brief: Brief) => string
  /** Must be called when the run was started, or its id was refused: the next request gets a new id. */
  forgetId: () => void
  /** Must be called when the run was started: clears the task; the agents and the caps stay for the next run. */
  begun: () => void
}

export function createBriefStore(options: {
  memory: PersistedById<KeptBrief>
  last: PersistedById<BriefValues>
  newId: () => string
  later: Later
}): BriefStore {
  const { memory, last } = options
  let values = emptyBrief
  let asked: KeptBrief['asked'] = null
  let owner: string | null | undefined
  const listeners = new Set<() => void>()
  const autosave = createAutosave(save, options.later)
  const remember = autosave.now

  function show(next: BriefValues): void {
    values = next
    for (const listener of listeners) listener()
  }
  function save(): void {
    if (owner === undefined) return
    const isBlank = values.task === '' && values.agents.length === 0
    memory.remember(memoryKey(owner), isBlank ? null : { values, asked })
  }
  function recall(): BriefValues {
    const key = memoryKey(owner ?? null)
    const kept = memory.recall(key)
    asked = kept?.asked ?? null
    const usual = last.recall(key)
    return kept?.values ?? (usual ? { ...usual, task: '' } : emptyBrief)
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getValues: () => values,
    getFirstValues: () => emptyBrief,
    change(part) {
      show({ ...values, ...part })
      autosave.soon()
    },
    ownBy(next) {
      if (next === owner) return
      const before = owner
      const typed = values
      const isTyped = typed.task !== '' || typed.agents.length > 0
      remember()
      owner = next
      if (before === null && isTyped) memory.remember(memoryKey(null), null)
      const goesOn = isTyped && (before === null || before === undefined)
      const known = recall()
      // Before hydration only a task can have been typed.
      if (goesOn) show(before === null ? typed : { ...known, task: typed.task || known.task })
      else show(known)
      remember()
    },
    remember,
    idFor(brief) {
      const fields = JSON.stringify(brief)
      if (asked?.fields !== fields) asked = { id: options.newId(), fields }
      remember()
      return asked.id
    },
    forgetId() {
      asked = null
      remember()
    },
    begun() {
      asked = null
      last.remember(memoryKey(owner ?? null), values)
      show({ ...values, task: '' })
      remember()
    },
  }
}
