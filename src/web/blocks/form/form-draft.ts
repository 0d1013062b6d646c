import { type RefObject, useRef, useState } from 'react'
import { newId } from '../../lib/new-id.ts'
import { checkedBy, type Place, persisted, thisTab } from '../saved-draft/persisted.ts'

export interface FormDraft<Values> {
  /** The id of what the form creates. It is chosen once per form, so that sending again can't create a second thing. */
  id: string
  values: Values
  /** The file itself is lost in a reload. */
  fileName?: string | undefined
  /** Of a file that was drawn. */
  seed?: string | undefined
  /** Whether this form was sent with its id. Else what has the id was made by another tab, which began as a copy of this one. */
  isSent?: boolean
}

/** A file that a program drew from a seed, from which it can draw it again. */
export type DrawnFile = File & { seed?: string }

/** `restored` is false if nothing was stored. */
type ReadDraft<Values> = FormDraft<Values> & { restored: boolean }

/** Stores the text of a form in this tab, so that it survives a reload or a lost wallet. */
export function formDraft<Values extends { [Field in keyof Values]: string }>(
  key: string,
  empty: Values,
  place: Pick<Place, 'storage'> = thisTab,
) {
  const fields = Object.keys(empty) as (keyof Values)[]
  const kept = persisted(key, checkedBy(isDraft), place)

  /** Ignores fields of the wrong type and fields that no longer exist. */
  function read(): ReadDraft<Values> {
    const found = kept.get()
    if (!found) return { id: newId(), values: empty, restored: false }
    const values = { ...empty }
    for (const field of fields) {
      const text = found.values[field as string]
      if (typeof text === 'string') Object.assign(values, { [field]: text })
    }
    const { id, fileName, seed } = found
    const texts = { fileName: textOf(fileName), seed: textOf(seed) }
    return { id, values, ...texts, ...(found.isSent === true && { isSent: true }), restored: true }
  }

  function isEmpty({ values, fileName }: Pick<FormDraft<Values>, 'values' | 'fileName'>): boolean {
    return !fileName && fields.every((field) => values[field] === empty[field])
  }

  return {
    read,
    isEmpty,
    save(draft: FormDraft<Values>): void {
      const values = Object.fromEntries(fields.map((field) => [field, draft.values[field]]))
      kept.set(isEmpty(draft) ? undefined : { ...draft, values })
    },
    clear: () => kept.set(undefined),
  }
}

/** The draft as this page, or an older version of it, stored it. */
interface KeptDraft {
  id: string
  values: Record<string, unknown>
  fileName?: unknown
  seed?: unknown
  isSent?: unknown
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

function isDraft(value: unknown): value is KeptDraft {
  const { id, values } = (value ?? {}) as Partial<KeptDraft>
  return typeof id === 'string' && typeof values === 'object' && values !== null
}

export type WithFile<Values> = Values & { file: DrawnFile | null }

export interface DraftedValues<Values> {
  values: WithFile<Values>
  change: (changed: Partial<WithFile<Values>>) => void
  kept: { id: string }
  /** Set if the form shows text from an earlier visit. `lostFile` is a file that has to be chosen again. */
  restored: { lostFile: string | undefined } | undefined
  /** Of a file that was drawn before the page was left, as long as no other is chosen. */
  seed: string | undefined
  startOver: () => void
  /**
   * Must be called before the form is sent, for whoever needs to know whether it was.
   * @returns whether it was sent before, so that an earlier try may have made what has the id
   */
  noteSent: () => boolean
  /** Must be called once the form was sent: deletes the draft, and nothing is stored any more. */
  finish: () => void
  /** Must be called when the form is left: updates `restored`, so that on return a note tells of earlier text. */
  leave: () => void
}

/** @param file holds the chosen file while the screen is mounted, even if the form unmounts */
export function useFormDraft<Values extends { [Field in keyof Values]: string }>(
  draft: ReturnType<typeof formDraft<Values>>,
  file: RefObject<DrawnFile | null>,
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
  const save = () => {
    const { id, isSent = false } = kept
    const { name: fileName, seed } = latest.current.file ?? {}
    if (!isFinished.current) draft.save({ id, values: latest.current, fileName, seed, isSent })
  }
  return {
    values,
    change(changed) {
      const next = { ...latest.current, ...changed }
      show(next)
      // The lost file was replaced or removed.
      if ('file' in changed && kept.fileName) setKept({ ...kept, fileName: undefined, seed: undefined })
      save()
    },
    kept,
    restored: kept.restored ? { lostFile: values.file || kept.seed ? undefined : kept.fileName } : undefined,
    seed: kept.seed,
    noteSent() {
      const { isSent = false } = kept
      kept.isSent = true
      save()
      return isSent
    },
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
