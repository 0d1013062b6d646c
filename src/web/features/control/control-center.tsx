import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useApi } from '../../lib/api.ts'
import { useNavigate } from '../../lib/router.tsx'
import { Button } from '../../ui/button.tsx'
import { ArrowDownIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AgentHead } from './agent-head.tsx'
import { AgentTable } from './agent-table.tsx'
import { figuresFile, figuresQuestion } from './api/figures.ts'
import { Charts } from './charts/charts.tsx'
import { controlAddress } from './control-address.ts'
import { ControlSkeleton } from './control-skeleton.tsx'
import { ControlState } from './control-state.tsx'
import { FiguresNotes } from './figures-notes.tsx'
import { rangeWords } from './format-figures.ts'
import { RangeLinks } from './range-links.tsx'
import { ReplyEnds } from './reply-ends.tsx'
import { Totals } from './totals.tsx'
import { type Control, useControl } from './use-control.ts'

/** What can be done with an agent of the wallet, from outside this feature. */
export type RenderControls = (agent: {
  agentId: string
  owner: string
  onDeleted: () => void
  onDuplicated: (draft: { id: string }) => void
}) => ReactNode

const sameScreen = { state: { sameScreen: true } }

/** Decision 23: how the wallet's agents are used and how well they answer, and the controls of each. */
export function ControlCenter({ controls }: { controls: RenderControls }) {
  const control = useControl()
  const { address } = control
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  /** An agent was deleted, and its page is about to go. */
  const leaves = useRef(false)

  const leaveDeleted = (owner: string) => {
    const all = { ...address, agent: null }
    void queryClient.invalidateQueries({ queryKey: figuresQuestion(api, owner, all).queryKey })
    leaves.current = true
    void navigate(controlAddress(all), { replace: true, ...sameScreen })
  }
  useEffect(() => {
    if (address.agent !== null || !leaves.current) return
    leaves.current = false
    // The dialog gives the focus back to its button first, which goes with the agent.
    window.setTimeout(() => {
      window.scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    })
  }, [address.agent])

  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-[30px] leading-[1.05] font-bold outline-none md:text-[38px]"
      >
        Agent Control Center
      </h1>
      <p className="mt-2 text-soft">
        How your agents are used, how well they answer, and what each of them may do. Only you see this.
      </p>
      <p role="status" className="sr-only">
        {announcementOf(control)}
      </p>
      <div className="mt-6 grid gap-6">
        {(control.state === 'full' || control.state === 'loading' || control.state === 'failed') && (
          <div className="flex items-center justify-between gap-x-2 border-b border-line-strong">
            <RangeLinks address={address} />
            {control.state === 'full' && (
              <a
                href={figuresFile(address)}
                download
                className="button button-quiet button-small cut flex-none max-md:size-11"
              >
                <ArrowDownIcon width={18} height={18} />
                <span className="max-md:sr-only">Download CSV</span>
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
              <Notice tone="bad" title="Newer figures did not arrive">
                <p>{control.problem}</p>
                <Button size="small" className="mt-3 max-md:min-h-11" onClick={control.retry}>
                  Retry
                </Button>
              </Notice>
            )}
            <FullFigures control={control} />
          </>
        ) : (
          <ControlState control={control} />
        )}
      </div>
    </div>
  )
}

function FullFigures({ control }: { control: Extract<Control, { state: 'full' }> }) {
  const { figures, address, isBefore } = control
  return (
    <div
      aria-busy={isBefore}
      className={`grid gap-6 transition-opacity duration-200 ${isBefore ? 'opacity-60' : ''}`}
    >
      <div className="grid gap-4.5">
        <Totals totals={figures.totals} />
        <ReplyEnds totals={figures.totals} />
      </div>
      {address.agent === null && <AgentTable agents={figures.agents} address={address} />}
      <Charts figures={figures} />
      <FiguresNotes />
    </div>
  )
}

/** Said when other figures are shown, not each time that the same become newer. */
function announcementOf(control: Control): string {
  if (control.state === 'loading') return 'Loading figures'
  if (control.state !== 'full') return ''
  const { agent, range } = control.address
  if (control.isBefore) return 'Loading figures'
  return `Figures of ${agent === null ? 'all your agents' : 'this agent'} over ${rangeWords[range]}.`
}
