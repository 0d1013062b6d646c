import { newId } from '../../lib/new-id.ts'

/** What a form keeps while it is being filled in. */
export interface FormDraft<Values> {
  /** The agent's id, made once for a form, so that sending it again can't make a second agent. */
  id: string
  values: Values
  /** The name of a chosen file; the file itself does not outlive a reload. */
  fileName?: string | undefined
}

/** A draft that was read; `restored` where there was something to read. */
export type ReadDraft<Values> = FormDraft<Values> & { restored: boolean }

/**
 * Where a form of text fields keeps what this tab has typed, over a reload or a lost wallet.
 * @param key names the form in the storage
 * @param empty what the form starts with
 */
export function formDraft<Values extends { [Field in keyof Values]: string }>(key: string, empty: Values) {
  const fields = Object.keys(empty) as (keyof Values)[]

  /** A new form where there is nothing. */
  function read(storage: Pick<Storage, 'getItem'>): ReadDraft<Values> {
    const fresh = { id: newId(), values: empty, restored: false }
    try {
      const kept = JSON.parse(storage.getItem(key) ?? 'null') as Partial<FormDraft<Values>> | null
      if (!kept?.values || typeof kept.id !== 'string') return fresh
      const values = { ...empty }
      for (const field of fields) {
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

  /** Forgets the draft: it has become an agent, or was given up. */
  function clear(storage: Pick<Storage, 'removeItem'>): void {
    try {
      storage.removeItem(key)
    } catch {}
  }

  /** Whether a form has nothing yet that would be missed. */
  function isEmpty({ values, fileName }: Pick<FormDraft<Values>, 'values' | 'fileName'>): boolean {
    return !fileName && fields.every((field) => values[field] === empty[field])
  }

  /** Keeps what is typed. A full or forbidden storage costs only this convenience. */
  function save(storage: Pick<Storage, 'setItem' | 'removeItem'>, draft: FormDraft<Values>): void {
    if (isEmpty(draft)) clear(storage)
    else
      try {
        storage.setItem(key, JSON.stringify(draft))
      } catch {}
  }

  return { read, save, clear, isEmpty }
}
