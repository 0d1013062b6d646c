import { useEffect, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import type { OwnProfile } from '../../../shared/people/people.ts'
import { persisted } from '../../blocks/saved-draft/persisted.ts'
import { useKept } from '../../blocks/saved-draft/use-kept.ts'

export interface ProfileValues {
  name: string
  about: string
  /** The address of the stored picture; a new picture is in `file`. */
  imageUrl: string
  file: File | null
}

type ProfileTexts = Omit<ProfileValues, 'file'>

const textFields = ['name', 'about', 'imageUrl'] as const

const textsOf = ({ name, about, pictureUrl }: OwnProfile): ProfileTexts => ({
  name: name ?? '',
  about,
  imageUrl: pictureUrl ?? '',
})

/** Only what differs from the stored profile: what was not typed here may be changed elsewhere meanwhile. */
const typedSchema = z.object({
  name: z.exactOptional(z.string()),
  about: z.exactOptional(z.string()),
  imageUrl: z.exactOptional(z.string()),
  /** The file itself is lost with the page. */
  fileName: z.optional(z.string()),
})

/** Undefined if there is nothing to keep. */
function differing(stored: ProfileTexts, next: ProfileTexts, fileName: string | undefined) {
  const fields = textFields.filter((field) => next[field] !== stored[field])
  if (fields.length === 0 && fileName === undefined) return undefined
  return { ...Object.fromEntries(fields.map((field) => [field, next[field]])), fileName }
}

/**
 * What is sent of a form: what differs from the profile that it shows, over what is stored by now, which may have been
 * changed in another tab or on another device.
 */
export function overStored(sent: ProfileTexts, shown: OwnProfile, now: OwnProfile): ProfileTexts {
  const [before, latest] = [textsOf(shown), textsOf(now)]
  const typed = textFields.filter((field) => sent[field] !== before[field])
  return { ...latest, ...Object.fromEntries(typed.map((field) => [field, sent[field]])) }
}

/** A profile with what is typed over it and not saved, which survives leaving the page. */
export function useProfileDraft(profile: OwnProfile) {
  const { address } = profile
  const kept = useMemo(() => persisted(`profile ${address}`, typedSchema), [address])
  const [typed, keep] = useKept(kept)
  const [file, setFile] = useState<File | null>(null)
  const [isRestored, setRestored] = useState(false)
  useEffect(() => setRestored(kept.get() !== undefined), [kept])
  const stored = useMemo(() => textsOf(profile), [profile])
  const values: ProfileValues = useMemo(() => ({ ...stored, ...typed, file }), [typed, stored, file])
  return {
    values,
    change(changed: Partial<ProfileValues>) {
      // What is typed before the page is alive comes before what was kept is rendered.
      const { fileName, ...before } = kept.get() ?? typed ?? {}
      const next: ProfileValues = { ...stored, file, ...before, ...changed }
      setFile(next.file)
      // A file is lost with the page, which must not remove the stored picture.
      if (next.file) next.imageUrl = stored.imageUrl
      keep(differing(stored, next, 'file' in changed ? next.file?.name : fileName))
    },
    /** Set if the form shows text from an earlier visit. */
    restored: isRestored && typed ? { lostFile: file ? undefined : typed.fileName } : undefined,
    /** What was sent is stored; what was typed or chosen meanwhile stays. */
    saved(sent: ProfileValues, saved: OwnProfile) {
      const now = kept.get() ?? {}
      const since = textFields.filter((field) => now[field] !== undefined && now[field] !== sent[field])
      const next = { ...textsOf(saved), ...Object.fromEntries(since.map((field) => [field, now[field]])) }
      const chosen = file === sent.file ? null : file
      setFile(chosen)
      setRestored(false)
      keep(differing(textsOf(saved), next, chosen?.name))
    },
    /** What is stored is shown again. */
    startOver() {
      setFile(null)
      setRestored(false)
      keep(undefined)
    },
  }
}
