import { newId } from '../../../lib/new-id.ts'
import { type CreateValues, emptyCreateValues } from './create-values.ts'

/** What the form keeps while it is being filled in. */
export interface CreateDraft {
  /** The agent's id, made once for a form, so that sending it again can't make a second agent. */
  id: string
  values: CreateValues
  /** The name of a chosen file; the file itself does not outlive a reload. */
  fileName?: string | undefined
}

const key = 'create-agent-draft'

/** What this tab had typed before a reload or a lost wallet; a new form where there is nothing. */
export function readDraft(storage: Pick<Storage, 'getItem'>): CreateDraft & { restored: boolean } {
  const fresh = { id: newId(), values: emptyCreateValues, restored: false }
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null') as Partial<CreateDraft> | null
    if (!kept?.values || typeof kept.id !== 'string') return fresh
    const values = { ...emptyCreateValues }
    for (const field of Object.keys(values) as (keyof CreateValues)[]) {
      const text: unknown = kept.values[field]
      if (typeof text === 'string') Object.assign(values, { [field]: text })
    }
    const { fileName } = kept
    return {
      id: kept.id,
      values,
      fileName: typeof fileName === 'string' ? fileName : undefined,
      restored: true,
    }
  } catch {
    return fresh // private mode without storage, or something else's text under our key
  }
}

/** Keeps what is typed. A full or forbidden storage costs only this convenience. */
export function saveDraft(storage: Pick<Storage, 'setItem'>, draft: CreateDraft): void {
  try {
    storage.setItem(key, JSON.stringify(draft))
  } catch {}
}

/** Forgets the draft: it has become an agent, or was given up. */
export function clearDraft(storage: Pick<Storage, 'removeItem'>): void {
  try {
    storage.removeItem(key)
  } catch {}
}
