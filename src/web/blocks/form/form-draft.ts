import { type RefObject, useRef, useState } from 'react'
import { newId } from '../../lib/new-id.ts'

/** What a form keeps while it is being filled in. */
export interface FormDraft<Values> {
  /** The id of what the form makes, made once for a form, so that sending it again can't make a second one. */
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

  /** Forgets the draft: it was taken, or was given up. */
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
    const values = Object.fromEntries(fields.map((field) => [field, draft.values[field]]))
    if (isEmpty(draft)) clear(storage)
    else
      try {
        storage.setItem(key, JSON.stringify({ ...draft, values }))
      } catch {}
  }

  return { read, save, clear, isEmpty }
}

/** Texts that can be kept, and the chosen file, which can not. */
export type WithFile<Values> = Values & { file: File | null }

/** What a form holds that keeps in the tab what is typed, until it was taken. */
export interface DraftedValues<Values> {
  values: WithFile<Values>
  change: (changed: Partial<WithFile<Values>>) => void
  /** What was kept; its id is given anew by whoever finds it taken. */
  kept: { id: string }
  /** Set where the form holds what was typed at an earlier time; with the name of a file that has to be chosen again. */
  restored: { lostFile: string | undefined } | undefined
  /** Empties the form; it is for something else from now on. */
  startOver: () => void
  /** It was taken: nothing of it is kept any more. */
  finish: () => void
  /** Whoever comes back to the form is told that it holds what was typed before, if it does. */
  leave: () => void
}

/**
 * @param draft where the texts are kept
 * @param file holds the chosen file for as long as the screen is there, whatever becomes of the form
 */
export function useFormDraft<Values extends { [Field in keyof Values]: string }>(
  draft: ReturnType<typeof formDraft<Values>>,
  file: RefObject<File | null>,
): DraftedValues<Values> {
  const [kept, setKept] = useState(() => draft.read(sessionStorage))
  const [values, setValues] = useState<WithFile<Values>>({ ...kept.values, file: file.current })
  const latest = useRef(values)
  const isFinished = useRef(false)
  const show = (next: WithFile<Values>) => {
    latest.current = next
    file.current = next.file
    setValues(next)
  }
  return {
    values,
    change(changed) {
      const next = { ...latest.current, ...changed }
      show(next)
      // Another file, or none, was chosen in place of the one that is lost.
      if ('file' in changed && kept.fileName) setKept({ ...kept, fileName: undefined })
      if (!isFinished.current)
        draft.save(sessionStorage, { id: kept.id, values: next, fileName: next.file?.name })
    },
    kept,
    restored: kept.restored ? { lostFile: values.file ? undefined : kept.fileName } : undefined,
    startOver() {
      draft.clear(sessionStorage)
      const fresh = draft.read(sessionStorage)
      isFinished.current = false
      setKept(fresh)
      show({ ...fresh.values, file: null })
    },
    finish() {
      isFinished.current = true
      file.current = null
      draft.clear(sessionStorage)
    },
    leave() {
      const restored = !draft.isEmpty({ values: latest.current, fileName: latest.current.file?.name })
      if (restored !== kept.restored) setKept({ ...kept, restored })
    },
  }
}
