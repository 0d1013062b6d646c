import { createAutosave, type Later } from '../../../blocks/saved-draft/autosave.ts'
import type { PersistedById } from '../../../blocks/saved-draft/persisted.ts'
import { type KeptBrief, memoryKey } from './brief-memory.ts'
import { type Brief, type BriefValues, emptyBrief } from './brief-values.ts'

/** The form of a page: what was typed outlives the screen. */
export interface BriefDesk {
  subscribe: (listener: () => void) => () => void
  getValues: () => BriefValues
  /** As the server could paint it: without what only this browser remembers. */
  getFirstValues: () => BriefValues
  change: (part: Partial<BriefValues>) => void
  /**
   * It is this wallet's from now on, or a visitor's (null), and what was remembered for it comes back. What a visitor
   * typed goes on as that of the wallet that signs in.
   */
  ownBy: (owner: string | null) => void
  /** Remembers at once what waits to be remembered. */
  remember: () => void
  /** The id to ask for this run with: the same as the last time, where no answer came to that. */
  idFor: (brief: Brief) => string
  /** It was begun, or refused for its id: the next one gets another. */
  forgetId: () => void
  /** It was begun: the task is done with, the agents and the caps stay for the next. */
  begun: () => void
}

export function createBriefDesk(options: {
  memory: PersistedById<KeptBrief>
  last: PersistedById<BriefValues>
  newId: () => string
  later: Later
}): BriefDesk {
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
      // Before the page came alive only a task can have been typed.
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
