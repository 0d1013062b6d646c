import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { inboxKey } from '../../blocks/tools/inbox-key.ts'
import { inboxCountQuery } from '../../features/inbox/inbox-query.ts'
import { forgetPush } from '../../features/inbox/settings/push.ts'
import * as texts from '../../features/inbox/texts.ts'
import { useApi } from '../../lib/http/api.ts'
import { NavLink, useNavigate } from '../../lib/router/router.tsx'
import { countInTitle } from '../../lib/router/title.ts'
import type { FromWorker } from '../../service-worker/messages.ts'
import { InboxIcon } from '../../ui/icons.tsx'
import { SuspensionSlot } from './suspension-slot.tsx'

const MOST = 99

/** The way to the inbox with the number of what waits, which stands in the title and at the app's icon, too. */
export function InboxMark({ owner }: { owner: string }) {
  const { data: count = 0, dataUpdatedAt } = useQuery(inboxCountQuery(useApi(), owner))
  useCountElsewhere(count, dataUpdatedAt)
  useAskAfterDecisions()
  useNotificationClicks()
  return (
    <>
      <SuspensionSlot owner={owner} />
      <NavLink
        to="/inbox"
        aria-label={texts.toInbox(count)}
        title={texts.title}
        className={`flex h-9 min-w-9 flex-none items-center justify-center px-0.5 text-soft transition-colors hover:text-text aria-[current=page]:text-cyan max-md:h-11 max-md:min-w-11 ${count === 0 ? 'max-sm:hidden' : ''}`}
      >
        <InboxIcon />
        {count > 0 && (
          <span
            aria-hidden="true"
            // However long the number is, it covers a corner of the icon.
            className="display mb-4 -ml-1.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-magenta px-1 text-13 leading-none font-semibold whitespace-nowrap text-ink tabular-nums"
          >
            {count > MOST ? `${MOST}+` : count}
          </span>
        )}
      </NavLink>
    </>
  )
}

/** The same in the folded menu of a phone. */
export function InboxRow({ owner }: { owner: string }) {
  const count = useQuery(inboxCountQuery(useApi(), owner)).data ?? 0
  return (
    <NavLink
      to="/inbox"
      className="flex min-h-11 items-baseline gap-3 border-l-2 border-transparent px-4 py-2.5 text-soft aria-[current=page]:border-cyan aria-[current=page]:text-text"
    >
      <span className="display w-19 flex-none text-base">{texts.title}</span>
      <span className={`text-sm ${count > 0 ? 'text-magenta' : 'text-muted'}`}>
        {count === 0 ? texts.nothingTitle : texts.waitingCount(count)}
      </span>
    </NavLink>
  )
}

/** Nothing of whoever was here is shown or told by this browser any more. */
export async function leaveInbox(): Promise<void> {
  countInTitle(0)
  await Promise.allSettled([navigator.clearAppBadge?.(), forgetPush()])
}

/** With each answer, as a push puts its own number at the icon. */
function useCountElsewhere(count: number, answeredAt: number): void {
  useEffect(() => {
    countInTitle(count)
    if (answeredAt === 0) return
    void Promise.resolve(count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()).catch(
      () => {},
    )
  }, [count, answeredAt])
  useEffect(() => () => countInTitle(0), [])
}

/** Wherever a person decides, the number is asked for again. */
function useAskAfterDecisions(): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe(({ type, mutation }) => {
        if (type !== 'updated' || mutation?.options.mutationKey?.[0] !== 'decision') return
        if (mutation.state.status === 'success' || mutation.state.status === 'error')
          void queryClient.invalidateQueries({ queryKey: inboxKey })
      }),
    [queryClient],
  )
}

/** A pressed notification leads this page on without loading it anew, so what is typed stays. */
function useNotificationClicks(): void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useEffect(() => {
    const worker = navigator.serviceWorker
    const hear = ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === 'open') navigate(data.path)
      if (data.type === 'waits') void queryClient.invalidateQueries({ queryKey: inboxKey })
    }
    worker?.addEventListener('message', hear)
    return () => worker?.removeEventListener('message', hear)
  }, [navigate, queryClient])
}
