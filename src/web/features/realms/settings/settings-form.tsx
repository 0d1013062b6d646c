import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import type { RealmChanges, RealmDetail } from '../../../../shared/realms/realms.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { useSessionAction } from '../actions/use-session-action.ts'
import { changeRealm } from '../api/change-realm.ts'
import { realmListsKey, realmQuery } from '../api/realm.ts'
import { PolicyField } from './policy-field.tsx'
import {
  changesBetween,
  checkSettings,
  maxLengths,
  type SettingsValues,
  serverFaults,
  settingsFields,
  settingsOf,
} from './settings-values.ts'

const range = ({ min, max }: { min: number; max: number }) =>
  `From ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}.`

/** What the creator changes, saved together; only what was touched is sent, and whatever goes wrong stays typed. */
export function SettingsForm(props: {
  realm: RealmDetail
  onDirty: (dirty: boolean) => void
  /** Whether the person wants to leave with unsaved changes. */
  leaving: boolean
  onStay: () => void
  onClose: () => void
}) {
  const { onDirty } = props
  const [before] = useState(() => settingsOf(props.realm))
  const [values, setValues] = useState(before)
  const [tried, setTried] = useState(false)
  const save = useChangeRealm(props.realm.id, props.onClose)
  const form = useRef<HTMLFormElement>(null)
  const changes = changesBetween(before, values)
  const dirty = Object.keys(changes).length > 0
  useEffect(() => onDirty(dirty), [onDirty, dirty])

  const faults = checkSettings(changes)
  const refused = serverFaults(save.error)
  const errorOf = (field: keyof SettingsValues) => {
    const tooLong =
      (field === 'name' || field === 'description') && values[field].trim().length > maxLengths[field]
    return (tried || tooLong ? faults[field] : undefined) ?? refused[field]
  }
  const change = (changed: Partial<SettingsValues>) => {
    setValues((known) => ({ ...known, ...changed }))
    if (save.isError) save.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    setTried(true)
    const first = settingsFields.find((field) => faults[field])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else if (dirty) save.mutate(changes)
    else props.onClose()
  }
  const text = (field: 'name' | 'description' | 'agentTurns' | 'agentWords') => ({
    name: field,
    value: values[field],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  })
  const count = (field: 'name' | 'description') => ({
    used: values[field].trim().length,
    max: maxLengths[field],
  })

  return (
    <form ref={form} noValidate aria-label="Settings" className="grid gap-6" onSubmit={submit}>
      <Field label="Name" required error={errorOf('name')} count={count('name')}>
        {(field) => <input {...field} {...text('name')} type="text" aria-required className="input" />}
      </Field>
      <Field label="Description" error={errorOf('description')} count={count('description')}>
        {(field) => (
          <textarea
            {...field}
            {...text('description')}
            rows={3}
            className="input field-sizing-content max-h-72 min-h-[calc(3lh+24px)] resize-y"
          />
        )}
      </Field>
      <SwitchField
        name="unlisted"
        label="Unlisted"
        hint="Nobody finds it; whoever has its link can open it."
        checked={values.unlisted}
        onChange={(unlisted) => change({ unlisted })}
      />
      <PolicyField
        value={values.policy}
        error={errorOf('policy')}
        onChange={(policy) => change({ policy })}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <Field
          label="Agents’ turns in a row"
          hint={`${range(limits.agentTurns)} Then they wait for a person.`}
          error={errorOf('agentTurns')}
        >
          {(field) => <input {...field} {...text('agentTurns')} inputMode="numeric" className="input" />}
        </Field>
        <Field
          label="Agents’ words an hour"
          hint={`${range(limits.agentWords)} For all of them together.`}
          error={errorOf('agentWords')}
        >
          {(field) => <input {...field} {...text('agentWords')} inputMode="numeric" className="input" />}
        </Field>
      </div>
      <div className="grid gap-4 border-t border-line pt-6">
        {save.isError && (
          <Notice tone="bad" title="The settings could not be saved.">
            {explainError(save.error)}
          </Notice>
        )}
        {save.data === null && !save.isPending && (
          <Notice tone="info" title="The wallet did not sign in, so nothing was saved.">
            All that you typed is still here.
          </Notice>
        )}
        {props.leaving && dirty ? (
          <Leave onDiscard={props.onClose} onStay={props.onStay} />
        ) : (
          <div className="flex flex-wrap gap-3">
            <Button type="submit" tone="primary" aria-disabled={save.isPending}>
              {save.isPending ? 'Saving' : 'Save changes'}
            </Button>
            <Button onClick={props.onClose}>Cancel</Button>
          </div>
        )}
      </div>
    </form>
  )
}

function Leave({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) {
  return (
    <div role="alert" className="grid gap-3">
      <p className="font-medium">Your changes are not saved.</p>
      <div className="flex flex-wrap gap-3">
        {/* The question answers the attempt to close, so it comes into sight and takes the focus. */}
        <Button autoFocus onClick={onStay}>
          Keep editing
        </Button>
        <Button tone="danger" onClick={onDiscard}>
          Discard them
        </Button>
      </div>
    </div>
  )
}

/** Saves what the creator changed; everybody in the realm sees it at once. */
function useChangeRealm(realmId: string, onSaved: () => void) {
  const api = useApi()
  const client = useQueryClient()
  const withSession = useSessionAction()
  return useMutation({
    mutationFn: (changes: RealmChanges) => withSession(() => changeRealm(api, realmId, changes)),
    onSuccess: (realm) => {
      if (realm === null) return
      client.setQueryData(realmQuery(api, realmId).queryKey, realm)
      void client.invalidateQueries({ queryKey: realmListsKey })
      toast.success('Settings saved')
      onSaved()
    },
  })
}

/** Something that is on or off, with a line that says what it means. */
function SwitchField(props: {
  name: string
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className="relative flex items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="label block cursor-pointer text-soft after:absolute after:inset-0">
          {props.label}
        </label>
        <p id={`${id}-hint`} className="mt-2 text-sm text-muted">
          {props.hint}
        </p>
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={props.checked}
        name={props.name}
        checked={props.checked}
        aria-describedby={`${id}-hint`}
        onChange={(event) => props.onChange(event.target.checked)}
        className="relative h-6 w-11 flex-none cursor-pointer appearance-none rounded-full border border-line-strong bg-[rgb(8_13_23/0.9)] transition-colors after:absolute after:top-1/2 after:left-1 after:size-4 after:-translate-y-1/2 after:rounded-full after:bg-muted after:transition-transform after:duration-150 checked:border-cyan checked:bg-cyan/15 checked:after:translate-x-5 checked:after:bg-cyan"
      />
    </div>
  )
}
