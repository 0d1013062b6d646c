import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useApi } from '../../../lib/http/api.ts'
import { Link, useNavigate } from '../../../lib/router/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { ArrowDownIcon } from '../../../ui/icons.tsx'
import { analyticsFile, analyticsQuery } from '../analytics.ts'
import { CHART_HEIGHT } from '../charts/analytics-chart.tsx'
import { Charts } from '../charts/charts.tsx'
import { type ControlAddress, controlAddress, rangeNames } from '../control-address.ts'
import * as texts from '../texts.tsx'
import { AgentHead } from './agent-head.tsx'
import { AgentTable } from './agent-table.tsx'
import { ControlState } from './control-state.tsx'
import { ModelTable } from './model-table.tsx'
import { ReplyEnds } from './reply-ends.tsx'
import { Totals } from './totals.tsx'
import { type Control, useControl } from './use-control.ts'

/** What can be done with an agent of the wallet, from outside this feature. */
export type RenderControls = (agent: {
  agentId: string
  owner: string
  /** Takes the focus when the agent is deleted. */
  heading: RefObject<HTMLElement | null>
  onDeleted: () => void
  onDuplicated: (draft: { id: string }) => void
}) => ReactNode

const sameScreen = { state: { sameScreen: true } }

/** Decision 23: how the wallet's agents are used and how well they answer, and the controls of each. */
export function ControlCenter({ controls }: { controls: RenderControls }) {
  const control = useControl()
  const { address } = control
  const heading = useRef<HTMLHeadingElement>(null)
  const leaveDeleted = useLeaveDeleted(address)
  const navigate = useNavigate()

  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 ref={heading} tabIndex={-1} className="text-30 leading-[1.05] font-bold outline-none md:text-38">
        {texts.title}
      </h1>
      <p className="mt-2 text-soft">{texts.about}</p>
      <p role="status" className="sr-only">
        {announcementOf(control)}
      </p>
      <div className="mt-6 grid gap-6">
        {(control.state === 'full' || control.state === 'loading' || control.state === 'failed') && (
          <div className="flex items-center justify-between gap-x-2 border-b border-line-strong">
            <RangeLinks address={address} />
            {control.state === 'full' && (
              <a
                href={analyticsFile(address)}
                download
                className="button button-quiet button-small cut flex-none max-md:size-11"
              >
                <ArrowDownIcon width={18} height={18} />
                <span className="max-md:sr-only">{texts.downloadCsv}</span>
              </a>
            )}
          </div>
        )}
        {address.agent !== null && (control.state === 'full' || control.state === 'failed') && (
          <AgentHead
            id={address.agent}
            owner={control.owner}
            address={address}
            controls={controls({
              agentId: address.agent,
              owner: control.owner,
              heading,
              onDeleted: () => leaveDeleted(control.owner),
              onDuplicated: ({ id }) => void navigate(controlAddress({ ...address, agent: id }), sameScreen),
            })}
          />
        )}
        {control.state === 'loading' ? (
          <ControlSkeleton />
        ) : control.state === 'full' ? (
          <>
            {control.problem && (
              <Notice tone="bad" title={texts.notRefreshed}>
                <p>{control.problem}</p>
                <Button size="small" className="mt-3 max-md:min-h-11" onClick={control.retry}>
                  {texts.retry}
                </Button>
              </Notice>
            )}
            <FullAnalytics control={control} />
          </>
        ) : (
          <ControlState control={control} />
        )}
      </div>
    </div>
  )
}

/** Shows all agents after one was deleted. */
function useLeaveDeleted(address: ControlAddress) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (owner: string) => {
    const all = { ...address, agent: null }
    void queryClient.invalidateQueries({ queryKey: analyticsQuery(api, owner, all).queryKey })
    void navigate(controlAddress(all), { replace: true, ...sameScreen })
    window.scrollTo(0, 0)
  }
}

function FullAnalytics({ control }: { control: Extract<Control, { state: 'full' }> }) {
  const { analytics, address, isBefore } = control
  return (
    <div
      aria-busy={isBefore}
      className={`grid gap-6 transition-opacity duration-200 ${isBefore ? 'opacity-60' : ''}`}
    >
      <div className="grid gap-4.5">
        <Totals totals={analytics.totals} />
        <ReplyEnds totals={analytics.totals} />
      </div>
      {address.agent === null && <AgentTable agents={analytics.agents} address={address} />}
      <ModelTable models={analytics.models} isOne={address.agent !== null} />
      <Charts analytics={analytics} />
      <AnalyticsNotes />
    </div>
  )
}

/** The text that a screen reader announces when other analytics are shown, but not when the same ones are refetched. */
function announcementOf(control: Control): string {
  if (control.state === 'loading') return texts.loading
  if (control.state !== 'full') return ''
  const { agent, range } = control.address
  if (control.isBefore) return texts.loading
  return texts.shownAloud(agent !== null, texts.ranges[range])
}

function ControlSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4.5">
      <div className="panel hairline cut grid grid-cols-2 gap-4.5 p-5 md:grid-cols-3 xl:grid-cols-6">
        {[1, 2, 3, 4, 5, 6].map((total) => (
          <div key={total} className="grid gap-3">
            <div className="skeleton h-3 w-3/4" />
            <div className="skeleton h-6 w-2/5" />
            <div className="skeleton h-3 w-4/5" />
          </div>
        ))}
      </div>
      <div className="grid gap-4.5 lg:grid-cols-2">
        {[1, 2].map((panel) => (
          <div key={panel} className="panel hairline cut grid gap-3 p-5">
            <div className="skeleton h-5 w-2/5" />
            <div className="skeleton mt-2 h-3 w-full" />
            <div className="skeleton h-3.5 w-3/4" />
            <div className="skeleton h-3.5 w-3/4" />
          </div>
        ))}
        <div className="panel hairline cut grid gap-4 p-5 lg:col-span-2">
          <div className="skeleton h-5 w-2/5" />
          <div style={{ height: CHART_HEIGHT }} className="skeleton w-full" />
        </div>
      </div>
    </div>
  )
}

function AnalyticsNotes() {
  return (
    <section aria-labelledby="notes" className="grid gap-3 border-t border-line pt-5">
      <h2 id="notes" className="label">
        {texts.notesTitle}
      </h2>
      <ul className="grid gap-x-6 gap-y-2 text-13 text-soft lg:grid-cols-2">
        {texts.notes.map(([name, text]) => (
          <li key={name}>
            <strong className="font-semibold text-text">{name}</strong> {text}
          </li>
        ))}
      </ul>
      <p className="text-13 text-soft">{texts.privacy}</p>
    </section>
  )
}

/** Links for the time ranges; each has an address, so that they work before hydration. */
function RangeLinks({ address }: { address: ControlAddress }) {
  return (
    <nav aria-label={texts.rangeChoice} className="flex gap-1 max-sm:flex-1">
      {rangeNames.map((range) => (
        <Link
          key={range}
          to={controlAddress({ ...address, range })}
          aria-current={range === address.range ? 'page' : undefined}
          className="display relative -mb-px grid min-h-12 place-items-center px-2 text-14 font-semibold tracking-[0.06em] text-soft outline-offset-[-3px] transition-colors hover:text-text aria-[current=page]:text-text aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-cyan aria-[current=page]:after:shadow-[0_0_14px_var(--color-cyan)] max-sm:flex-1 md:px-6"
        >
          {texts.ranges[range]}
        </Link>
      ))}
    </nav>
  )
}
