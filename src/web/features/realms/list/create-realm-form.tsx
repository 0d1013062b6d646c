import { type FormEvent, useId, useRef, useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import {
  checkRealm,
  type RealmField,
  type RealmValues,
  realmFields,
  useCreateRealm,
} from './use-create-realm.ts'

/** Decision 22: makes a realm. Whatever goes wrong, what was typed stays. */
export function CreateRealmForm() {
  const [values, setValues] = useState<RealmValues>({ name: '', description: '', unlisted: false })
  /** Whether sending was tried: from then on every fault is shown, before only a text that is too long. */
  const [tried, setTried] = useState(false)
  const { creation, submit } = useCreateRealm()
  const form = useRef<HTMLFormElement>(null)
  const busy = creation.state === 'submitting'

  const faults = checkRealm(values)
  const refused = creation.state === 'failed' ? creation.errors : {}
  const max = { name: limits.realmName, description: limits.realmDescription }
  const errorOf = (field: RealmField) =>
    (tried || values[field].trim().length > max[field] ? faults[field] : undefined) ?? refused[field]

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setTried(true)
    const first = realmFields.find((field) => faults[field])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else submit(values)
  }
  const control = (field: RealmField) => ({
    name: field,
    value: values[field],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) =>
      setValues((known) => ({ ...known, [field]: event.target.value })),
  })
  const count = (field: RealmField) => ({ used: values[field].trim().length, max: max[field] })

  return (
    <form
      ref={form}
      noValidate
      aria-labelledby="new-realm"
      className="panel hairline cut grid gap-5 p-5 lg:p-6"
      onSubmit={send}
    >
      <h2 id="new-realm" className="text-lg leading-snug font-semibold">
        Initialize a realm
      </h2>
      <Field label="Name" required error={errorOf('name')} count={count('name')}>
        {(field) => <input {...field} {...control('name')} type="text" aria-required className="input" />}
      </Field>
      <Field
        label="Description"
        hint="What it is for. Shown on its card."
        error={errorOf('description')}
        count={count('description')}
      >
        {(field) => (
          <textarea
            {...field}
            {...control('description')}
            rows={4}
            className="input field-sizing-content max-h-72 min-h-[calc(4lh+24px)] resize-y"
          />
        )}
      </Field>
      <UnlistedChoice
        chosen={values.unlisted}
        onChange={(unlisted) => setValues((known) => ({ ...known, unlisted }))}
      />
      {creation.state === 'declined' && (
        <Notice tone="info" title="Nothing was initialized">
          A realm belongs to the wallet that makes it. Connect one and sign in to go on; what you typed stays
          here.
        </Notice>
      )}
      {creation.state === 'failed' && (
        <Notice tone="bad" title="The realm was not initialized">
          {creation.problem}
        </Notice>
      )}
      <Button type="submit" tone="primary" aria-disabled={busy}>
        {busy ? 'Initializing...' : creation.state === 'failed' ? 'Try again' : 'Initialize realm'}
      </Button>
    </form>
  )
}

/** Whether a new realm is kept out of the list. */
function UnlistedChoice(props: { chosen: boolean; onChange: (chosen: boolean) => void }) {
  const meaning = useId()
  return (
    <div>
      <label className="-my-2 flex min-h-11 cursor-pointer items-center gap-3 py-2">
        <span className="grid flex-none place-items-center">
          <input
            type="checkbox"
            name="unlisted"
            className="peer col-start-1 row-start-1 size-5 cursor-pointer appearance-none rounded-[3px] border border-line-strong bg-deep transition-colors checked:border-cyan checked:bg-cyan hover:border-cyan"
            aria-describedby={meaning}
            checked={props.chosen}
            onChange={(event) => props.onChange(event.target.checked)}
          />
          <CheckIcon
            width={16}
            height={16}
            strokeWidth={2.6}
            className="pointer-events-none invisible col-start-1 row-start-1 text-ink peer-checked:visible"
          />
        </span>
        <span className="text-[15px] leading-snug">Unlisted: opens by its link alone</span>
      </label>
      <p id={meaning} className="mt-2 text-sm text-muted">
        No list and no search shows it. Whoever has the link can read it, and speak with a wallet.
      </p>
    </div>
  )
}
