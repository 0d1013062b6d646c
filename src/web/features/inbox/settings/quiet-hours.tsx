import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { InboxSettings, ShownInboxSettings } from '../../../../shared/tools/inbox.ts'
import { twoDigits } from '../../../lib/clock.ts'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { SwitchField } from '../../../ui/form/switch-field.tsx'
import { inboxSettingsQuery } from '../inbox-query.ts'
import * as texts from '../texts.ts'

type Quiet = NonNullable<InboxSettings['quiet']>

/** Until somebody chooses others. */
const NIGHT = { from: 22 * 60, to: 7 * 60 }

const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** In which hours no browser is told. Each change is stored at once. */
export function QuietHours({ owner, settings }: { owner: string; settings: ShownInboxSettings }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = inboxSettingsQuery(api, owner)
  const store = useMutation({
    mutationFn: (quiet: Quiet | null) => unwrap(api.inbox.settings.$put({ json: { quiet } })),
    scope: { id: 'quiet hours' },
    onSuccess: (stored) => queryClient.setQueryData(queryKey, stored),
  })
  const quiet = store.isPending ? store.variables : settings.quiet
  return (
    <div className="grid gap-4">
      <SwitchField
        name="quiet"
        label={texts.quiet}
        hint={texts.quietHint}
        value={quiet !== null}
        onChange={(on) => store.mutate(on ? { ...NIGHT, zone: zoneHere() } : null)}
      />
      {quiet && <Hours quiet={quiet} onChange={(changed) => store.mutate({ ...quiet, ...changed })} />}
      {store.error && (
        <p role="alert" className="text-sm text-warning">
          {texts.notStored(explainError(store.error))}
        </p>
      )}
    </div>
  )
}

function Hours({ quiet, onChange }: { quiet: Quiet; onChange: (changed: Partial<Quiet>) => void }) {
  const { from, to, zone } = quiet
  const [here, setHere] = useState(zone)
  // The first paint does not know the reader's time zone.
  useEffect(() => setHere(zoneHere()), [])
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Hour label={texts.quietFrom} minutes={from} onChange={(at) => onChange({ from: at })} />
        <Hour label={texts.quietTo} minutes={to} onChange={(at) => onChange({ to: at })} />
      </div>
      <p className="text-13 wrap-anywhere text-muted">
        {texts.quietZone(zone)} {here !== zone && texts.quietElsewhere(here)}
      </p>
      {here !== zone && (
        <Button
          size="small"
          className="justify-self-start max-md:min-h-11"
          onClick={() => onChange({ zone: here })}
        >
          {texts.quietUseHere}
        </Button>
      )}
    </div>
  )
}

/** A time that is typed is stored when its field is left: each digit would be a time of its own. */
function Hour(props: { label: string; minutes: number; onChange: (minutes: number) => void }) {
  const id = useId()
  const [stored, setStored] = useState(props.minutes)
  const [typed, setTyped] = useState(clockOf(stored))
  if (stored !== props.minutes) {
    setStored(props.minutes)
    setTyped(clockOf(props.minutes))
  }
  const leave = () => {
    const minutes = minutesOf(typed)
    if (minutes === null) setTyped(clockOf(props.minutes))
    else if (minutes !== props.minutes) props.onChange(minutes)
  }
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="label text-soft">
        {props.label}
      </label>
      <input
        id={id}
        type="time"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
        className="input min-h-11 w-full min-w-0 px-3 tabular-nums [color-scheme:dark]"
      />
    </div>
  )
}

/** Minutes since midnight as a field for times has them. */
const clockOf = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`

function minutesOf(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)(?::\d\d)?$/.exec(text) ?? []
  const all = Number(hours) * 60 + Number(minutes)
  return Number(hours) < 24 && Number(minutes) < 60 ? all : null
}
