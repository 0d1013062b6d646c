import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { limits } from '../../../shared/common/limits.ts'
import { type OwnProfile, profileSchema } from '../../../shared/people/people.ts'
import { schemaErrors } from '../../blocks/form/field-errors.ts'
import { FormNotice } from '../../blocks/form/form-notice.tsx'
import { RestoredNote } from '../../blocks/form/restored-note.tsx'
import { uploadImage } from '../../blocks/form/upload-image.ts'
import { useForm } from '../../blocks/form/use-form.ts'
import { FailedPanel } from '../../blocks/list/instead.tsx'
import { Waiting } from '../../blocks/list/waiting.tsx'
import { ownProfileQuery, peopleKey } from '../../blocks/people/person-query.ts'
import { dayAndTime } from '../../lib/clock.ts'
import { useMinute } from '../../lib/hooks/use-minute.ts'
import { unwrap, useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { Link } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { optionalPart } from '../../ui/optional-part.ts'
import { ImagePicker } from '../../ui/picture/image-picker.tsx'
import { toast } from '../../ui/toast.ts'
import { overStored, type ProfileValues, useProfileDraft } from './profile-draft.ts'
import * as texts from './texts.ts'

const LooksLikeNote = optionalPart(() => import('../../blocks/looks-like/looks-like-note.tsx'))

const fields = ['name', 'about', 'imageUrl'] as const
const max = { name: limits.personName.max, about: limits.personAbout }

const bodyOf = ({ name, about, imageUrl }: Omit<ProfileValues, 'file'>) => ({
  name: name.trim() === '' ? null : name,
  about,
  imageUrl: imageUrl === '' ? null : imageUrl,
})

/**
 * The profile form of the signed-in wallet: name, picture and description (record 0041). @param owner undefined while
 * it is not known
 */
export function OwnProfileForm({ owner }: { owner: string | undefined }) {
  const api = useApi()
  const { data, error, refetch } = useQuery({
    ...ownProfileQuery(api, owner ?? ''),
    enabled: owner !== undefined,
  })
  if (data) return <ProfileForm key={data.address} profile={data} />
  if (error)
    return (
      <FailedPanel
        title={texts.profileNotLoaded}
        failure={{ problem: explainError(error), retry: () => void refetch() }}
      />
    )
  return (
    <Waiting words={texts.loadingProfile} look="grid gap-5">
      {[0, 1].map((field) => (
        <div key={field} className="skeleton h-18" />
      ))}
    </Waiting>
  )
}

function ProfileForm({ profile }: { profile: OwnProfile }) {
  const draft = useProfileDraft(profile)
  const { values } = draft
  const save = useSaveProfile(profile)
  const form = useForm({
    values,
    onChange: draft.change,
    fields,
    max,
    check: (now) => schemaErrors(profileSchema.safeParse(bodyOf(now))),
    send: async (sent) => ({ sent, saved: await save(sent) }),
    onSent: ({ sent, saved }) => {
      draft.saved(sent, saved)
      toast.success(texts.saved)
    },
    again: true,
  })
  const { submission } = form
  const now = useMinute()
  const isSaidAtField = submission.state === 'failed' && Object.keys(submission.errors).length > 0
  return (
    <form {...form.props} aria-label={texts.profile} className="panel hairline cut grid gap-5 p-5 lg:p-6">
      <RestoredNote
        restored={draft.restored}
        onStartOver={() => {
          if (form.busy) return
          draft.startOver()
          form.restart()
          form.focus('name')
        }}
      />
      <TextField {...form.field('name')} label={texts.name} hint={nameHint(profile, now === null)} code />
      {profile.looksLike && (
        <Suspense>
          <LooksLikeNote like={profile.looksLike} mine="person" />
        </Suspense>
      )}
      <TextField {...form.field('about')} label={texts.about} hint={texts.aboutHint} />
      <ImagePicker
        name="imageUrl"
        label={texts.picture}
        file={values.file}
        url={values.imageUrl}
        onChange={(file, imageUrl) => form.change({ file, imageUrl })}
        error={form.errors.imageUrl}
      />
      {!isSaidAtField && <FormNotice submission={submission} failed={texts.notSaved} />}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" tone="primary" aria-disabled={form.busy}>
          {form.busy ? texts.saving : texts.save}
        </Button>
        <PageLink {...profile} />
      </div>
    </form>
  )
}

function PageLink({ name, pictureUrl, address }: OwnProfile) {
  if (!name && !pictureUrl) return null
  return (
    <Link
      to={`/by/${name ?? address}`}
      className="inline-flex min-h-11 items-center text-sm text-cyan underline-offset-4 hover:underline"
    >
      {texts.yourPage}
    </Link>
  )
}

/** @param isFirst whether the text is for the first paint, which does not know the person's time zone */
function nameHint({ name, nameChangesAt }: OwnProfile, isFirst: boolean): string {
  if (nameChangesAt !== null)
    return texts.nameAgain(isFirst ? texts.withinAWeek : texts.onDay(dayAndTime(new Date(nameChangesAt))))
  return name === null ? texts.nameFirst : texts.nameChange
}

/** @param profile what the form shows */
function useSaveProfile(profile: OwnProfile) {
  const api = useApi()
  const client = useQueryClient()
  return async ({ file, ...values }: ProfileValues): Promise<OwnProfile> => {
    const imageUrl = file ? await uploadImage(api, file) : values.imageUrl
    const own = ownProfileQuery(api, profile.address)
    const now = await client.fetchQuery({ ...own, staleTime: 0 })
    const json = bodyOf(overStored({ ...values, imageUrl }, profile, now))
    const saved = await unwrap(api.me.profile.$put({ json }))
    client.setQueryData(own.queryKey, saved)
    // Other queries that show people, this one included, are refetched.
    void client.invalidateQueries({ queryKey: [...peopleKey, 'one'] })
    return saved
  }
}
