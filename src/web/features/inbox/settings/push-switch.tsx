import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { SwitchField } from '../../../ui/form/switch-field.tsx'
import { inboxSettingsQuery } from '../inbox-query.ts'
import * as texts from '../texts.ts'
import { readPushState, turnPushOff, turnPushOn } from './push.ts'

/** Whether this browser is told, with what is said then. @param props.browsers those that the server tells */
export function PushSwitch({ owner, browsers }: { owner: string; browsers: readonly string[] }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const state = useQuery({
    queryKey: ['push state', browsers],
    queryFn: () => readPushState(browsers),
    // A permission changes outside of the page.
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnPushOn(api) : turnPushOff(api)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: inboxSettingsQuery(api, owner).queryKey }),
        state.refetch(),
      ]),
  })
  const isOn = change.isPending ? change.variables : state.data === 'on'
  const others = browsers.length - (state.data === 'on' ? 1 : 0)
  return (
    <div className="grid gap-3">
      {state.data === 'unsupported' || state.data === 'denied' ? (
        <div className="grid gap-2">
          <p className="label text-soft">{texts.push}</p>
          <p className="text-sm text-muted">
            {state.data === 'denied' ? texts.pushDenied : texts.pushUnsupported}
          </p>
        </div>
      ) : (
        <SwitchField
          name="push"
          label={texts.push}
          hint={texts.pushHint}
          value={isOn}
          onChange={(on) => change.isPending || change.mutate(on)}
        />
      )}
      {change.error && state.data !== 'denied' && (
        <p role="alert" className="text-sm text-warning">
          {reasonOf(change.error)}
        </p>
      )}
      {others > 0 && <p className="text-13 text-muted">{texts.otherBrowsers(others)}</p>}
    </div>
  )
}

/** A browser's own words for what it refuses help nobody. */
function reasonOf(error: Error): string {
  if (error instanceof ApiError) return texts.pushFailed(explainError(error))
  return error.constructor === Error ? error.message : texts.pushFailed(texts.pushNotReady)
}
