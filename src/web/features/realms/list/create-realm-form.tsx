import * as z from 'zod/mini'
import { limits } from '../../../../shared/common/limits.ts'
import { newRealmSchema } from '../../../../shared/realms/realm-changes.ts'
import { schemaErrors } from '../../../blocks/form/field-errors.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { useForm } from '../../../blocks/form/use-form.ts'
import { persisted } from '../../../blocks/saved-draft/persisted.ts'
import { useKept } from '../../../blocks/saved-draft/use-kept.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import * as realmTexts from '../texts.ts'
import * as texts from './texts.ts'
import { useCreateRealm } from './use-create-realm.ts'

const max = { name: limits.realmName, description: limits.realmDescription }
const fields = ['name', 'description'] as const
const declined = {
  title: texts.declined,
  text: texts.declinedAbout,
}

const empty = { name: '', description: '', unlisted: false }
const valuesSchema = z.object({ name: z.string(), description: z.string(), unlisted: z.boolean() })

/** What was typed and no realm was made of. */
export const newRealmDraft = persisted('new-realm', valuesSchema)

/** The form that creates a realm and opens it (decision 22). The typed text stays after an error, and when it is left. */
export function CreateRealmForm() {
  const [values = empty, keep] = useKept(newRealmDraft)
  const { create, enter } = useCreateRealm()
  const form = useForm({
    values,
    onChange: (changed) => {
      // What is typed before the page is alive comes before what was kept is rendered.
      const next = { ...values, ...newRealmDraft.get(), ...changed }
      keep(next.name || next.description || next.unlisted ? next : undefined)
    },
    fields,
    max,
    check: (now) => schemaErrors(newRealmSchema.safeParse(now)),
    send: create,
    onSent: (realm) => {
      keep(undefined)
      enter(realm)
    },
  })
  const isFailed = form.submission.state === 'failed'
  return (
    <form {...form.props} aria-labelledby="new-realm" className="panel hairline cut grid gap-5 p-5 lg:p-6">
      <h2 id="new-realm" className="text-lg leading-snug font-semibold">
        {realmTexts.initialize}
      </h2>
      <TextField {...form.field('name')} label={realmTexts.name} required />
      <TextField
        {...form.field('description')}
        label={realmTexts.description}
        hint={texts.descriptionHint}
        rows={4}
      />
      <CheckboxField {...form.field('unlisted')} label={texts.makeUnlisted} hint={texts.makeUnlistedHint} />
      <FormNotice submission={form.submission} failed={texts.notInitialized} declined={declined} />
      <Button type="submit" tone="primary" aria-disabled={form.busy}>
        {form.busy ? texts.initializing : isFailed ? realmTexts.tryAgain : texts.initializeRealm}
      </Button>
    </form>
  )
}
