import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { Button } from '../../ui/button.tsx'
import { WarningIcon } from '../../ui/icons.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { ownSessionsQuery } from './own-sessions-query.ts'
import { SessionItem } from './session-item.tsx'
import { useEndOtherSessions, useEndSession } from './use-end-session.ts'

/** The living sessions of a wallet, this one first. @param owner undefined while it is not known who is here */
export function OwnSessions({ owner }: { owner: string | undefined }) {
  const api = useApi()
  const { data, error, refetch, isFetching } = useQuery({
    ...ownSessionsQuery(api, owner ?? ''),
    enabled: owner !== undefined,
  })
  const end = useEndSession()
  const endOthers = useEndOtherSessions()
  const list = useRef<HTMLDivElement>(null)
  const note = useId()
  if (!data)
    return error ? (
      <StatePanel
        alert
        icon={<WarningIcon width={24} height={24} />}
        title="Your sessions did not arrive"
        action={
          <Button aria-disabled={isFetching} onClick={() => isFetching || void refetch()}>
            {isFetching ? 'Asking again' : 'Try again'}
          </Button>
        }
      >
        {explainError(error)}
      </StatePanel>
    ) : (
      <Loading />
    )
  const others = data.filter(({ current }) => !current)
  // A button that goes with what it ended would take the focus along.
  const toList = () => list.current?.focus({ preventScroll: true })
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <p role="status" className="sr-only">
        {data.length === 1 ? 'One session.' : `${data.length} sessions.`}
      </p>
      <ul aria-describedby={note} className="grid gap-3">
        {data.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            busy={end.isPending && end.variables.id === session.id}
            onEnd={() => end.mutate(session, { onSuccess: toList })}
          />
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p id={note} className="max-w-[58ch] text-[13px] text-muted">
          “Last used” is when a page was last opened or looked at with it, to within some minutes. The network
          is that of the sign-in.
        </p>
        {others.length > 0 ? (
          <Button
            tone="danger"
            aria-disabled={endOthers.isPending}
            onClick={() => endOthers.isPending || endOthers.mutate(undefined, { onSuccess: toList })}
          >
            {endOthers.isPending ? 'Ending' : 'End all others'}
          </Button>
        ) : (
          <p className="text-sm text-soft">Your wallet is signed in nowhere else.</p>
        )}
      </div>
    </div>
  )
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-3">
      <p role="status" className="sr-only">
        Loading your sessions
      </p>
      {[0, 1, 2].map((item) => (
        <div key={item} className="panel hairline cut grid gap-3 p-4.5">
          <div className="skeleton h-5 w-2/5" />
          <div className="skeleton h-3.5 w-4/5" />
        </div>
      ))}
    </div>
  )
}
