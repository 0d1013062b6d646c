import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { listOf } from '../../../blocks/list/list-state.ts'
import { OwnList } from '../../../blocks/list/own-list.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { Button } from '../../../ui/button.tsx'
import * as texts from '../texts.tsx'
import { ownSessionsQuery } from './own-sessions-query.ts'
import { SessionItem } from './session-item.tsx'
import { useEndOtherSessions, useEndSession } from './use-end-session.ts'

/** The active sessions of a wallet, this one first. @param owner undefined while the viewer is not known */
export function OwnSessions({ owner }: { owner: string | undefined }) {
  const query = ownSessionsQuery(useApi(), owner ?? '')
  const asked = useQuery({ ...query, enabled: owner !== undefined })
  const end = useEndSession()
  const endOthers = useEndOtherSessions()
  const list = useRef<HTMLDivElement>(null)
  const note = useId()
  const sessions = asked.data ?? []
  // The button is removed with its session, so the focus moves to the list.
  const toList = () => list.current?.focus({ preventScroll: true })
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <OwnList
        list={listOf(asked, sessions)}
        words={{
          loading: texts.sessionsLoading,
          count: ({ length }) => texts.sessionsCount(length),
          failed: texts.sessionsFailed,
        }}
        describedBy={note}
        skeleton={{ item: <SessionSkeleton /> }}
        skeletons={3}
      >
        {(session) => (
          <SessionItem
            key={session.id}
            session={session}
            busy={end.isPending && end.variables.id === session.id}
            onEnd={() => end.mutate(session, { onSuccess: toList })}
          />
        )}
      </OwnList>
      {asked.data && (
        <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <p id={note} className="max-w-[58ch] text-13 text-muted">
            {texts.sessionsNote}
          </p>
          {sessions.some(({ current }) => !current) ? (
            <Button
              tone="danger"
              aria-disabled={endOthers.isPending}
              onClick={() => endOthers.isPending || endOthers.mutate(undefined, { onSuccess: toList })}
            >
              {endOthers.isPending ? texts.ending : texts.endAllOthers}
            </Button>
          ) : (
            <p className="text-sm text-soft">{texts.noOtherSession}</p>
          )}
        </div>
      )}
    </div>
  )
}

function SessionSkeleton() {
  return (
    <li aria-hidden="true" className="panel hairline cut grid gap-3 p-4.5">
      <div className="skeleton h-5 w-2/5" />
      <div className="skeleton h-3.5 w-4/5" />
    </li>
  )
}
