import { useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { newRealmSchema } from '../../../../shared/realms/realms.ts'
import { schemaErrors } from '../../../blocks/form/field-errors.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { useForm } from '../../../blocks/form/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useCreateRealm } from './use-create-realm.ts'

const max = { name: limits.realmName, description: limits.realmDescription }
const fields = ['name', 'description'] as const
const declined = {
  title: 'Nothing was initialized',
  text: 'A realm belongs to the wallet that makes it. Connect one and sign in to go on; what you typed stays here.',
}

/** The form that creates a realm and opens it (decision 22). After an error the typed text stays. */
export function CreateRealmForm() {
  const [values, setValues] = useState({ name: '', description: '', unlisted: false })
  const { create, enter } = useCreateRealm()
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields,
    max,
    check: (now) => schemaErrors(newRealmSchema.safeParse(now)),
    send: create,
    onSent: enter,
  })
  const isFailed = form.submission.state === 'failed'
  return (
    <form {...form.props} aria-labelledby="new-realm" className="panel hairline cut grid gap-5 p-5 lg:p-6">
      <h2 id="new-realm" className="text-lg leading-snug font-semibold">
        Initialize a realm
      </h2>
      <TextField {...form.field('name')} label="Name" required />
      <TextField
        {...form.field('description')}
        label="Description"
        hint="What it is for. Shown on its card."
        rows={4}
      />
      <CheckboxField
        {...form.field('unlisted')}
        label="Unlisted: opens by its link alone"
        hint="No list and no search shows it. Whoever has the link can read it, and speak with a wallet."
      />
      <FormNotice submission={form.submission} failed="The realm was not initialized" declined={declined} />
      <Button type="submit" tone="primary" aria-disabled={form.busy}>
        {form.busy ? 'Initializing...' : isFailed ? 'Try again' : 'Initialize realm'}
      </Button>
    </form>
  )
}
