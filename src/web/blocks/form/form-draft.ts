import { type RefObject, useRef, useState } from 'react'
import { newId } from '../../lib/new-id.ts'
import { checkedBy, type Place, persisted, thisTab } from '../saved-draft/persisted.ts'

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
export function formDraft<Values extends { [Field in keyof Values]: string }>(
  key: string,
  empty: Values,
  place: Pick<Place, 'storage'> = thisTab,
) {
  const fields = Object.keys(empty) as (keyof Values)[]
  const kept = persisted(key, checkedBy(isDraft), place)

  /** A new form where there is nothing. A field of the wrong kind, or that there is no longer, is left out. */
  function read(): ReadDraft<Values> {
    const found = kept.get()
    if (!found) return { id: newId(), values: empty, restored: false }
    const values = { ...empty }
    for (const field of fields) {
      const text = found.values[field as string]
      if (typeof text === 'string') Object.assign(values, { [field]: text })
    }
    const { id, fileName } = found
    return { id, values, fileName: typeof fileName === 'string' ? fileName : undefined, restored: true }
  }

  /** Whether a form has nothing yet that would be missed. */
  function isEmpty({ values, fileName }: Pick<FormDraft<Values>, 'values' | 'fileName'>): boolean {
    return !fileName && fields.every((field) => values[field] === empty[field])
  }

  return {
    read,
    isEmpty,
    /** Keeps what is typed. */
    save(draft: FormDraft<Values>): void {
      const values = Object.fromEntries(fields.map((field) => [field, draft.values[field]]))
      kept.set(isEmpty(draft) ? undefined : { ...draft, values })
    },
    /** Forgets the draft: it was taken, or was given up. */
    clear: () => kept.set(undefined),
  }
}

/** A draft as it was kept, by this page or by an older one. */
interface KeptDraft {
  id: string
  values: Record<string, unknown>
  fileName?: unknown
}

function isDraft(value: unknown): value is KeptDraft {
  const { id, values } = (value ?? {}) as Partial<KeptDraft>
  return typeof id === 'string' && typeof values === 'object' && values !== null
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
  const [kept, setKept] = useState(() => draft.read())
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
      if (!isFinished.current) draft.save({ id: kept.id, values: next, fileName: next.file?.name })
    },
    kept,
    restored: kept.restored ? { lostFile: values.file ? undefined : kept.fileName } : undefined,
    startOver() {
      draft.clear()
      const fresh = draft.read()
      isFinished.current = false
      setKept(fresh)
      show({ ...fresh.values, file: null })
    },
    finish() {
      isFinished.current = true
      file.current = null
      draft.clear()
    },
    leave() {
      const restored = !draft.isEmpty({ values: latest.current, fileName: latest.current.file?.name })
      if (restored !== kept.restored) setKept({ ...kept, restored })
    },
  }
}
