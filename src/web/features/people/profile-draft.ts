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

const textsOf = ({ name, about, pictureUrl }: OwnProfile) => ({
  name: name ?? '',
  about,
  imageUrl: pictureUrl ?? '',
})

const typedSchema = z.object({
  name: z.string(),
  about: z.string(),
  imageUrl: z.string(),
  /** The file itself is lost with the page. */
  fileName: z.optional(z.string()),
})

/** A profile with what is typed over it and not saved, which survives leaving the page. */
export function useProfileDraft(profile: OwnProfile) {
  const { address } = profile
  const kept = useMemo(() => persisted(`profile ${address}`, typedSchema), [address])
  const [typed, keep] = useKept(kept)
  const [file, setFile] = useState<File | null>(null)
  const [isRestored, setRestored] = useState(false)
  useEffect(() => setRestored(kept.get() !== undefined), [kept])
  const stored = useMemo(() => textsOf(profile), [profile])
  const values: ProfileValues = useMemo(() => ({ ...(typed ?? stored), file }), [typed, stored, file])
  return {
    values,
    change(changed: Partial<ProfileValues>) {
      // What is typed before the page is alive comes before what was kept is rendered.
      const { file: nextFile, ...next } = { ...values, ...kept.get(), ...changed }
      const fileName = 'file' in changed ? nextFile?.name : next.fileName
      const isSame = !nextFile && next.name === stored.name && next.about === stored.about
      setFile(nextFile)
      keep(isSame && next.imageUrl === stored.imageUrl ? undefined : { ...next, fileName })
    },
    /** Set if the form shows text from an earlier visit. */
    restored: isRestored && typed ? { lostFile: file ? undefined : typed.fileName } : undefined,
    /** What is stored is shown again. */
    startOver() {
      setFile(null)
      setRestored(false)
      keep(undefined)
    },
  }
}
