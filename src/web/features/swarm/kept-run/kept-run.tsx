import { type CSSProperties, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { SwarmRun } from '../../../../shared/swarm.ts'
import { Button } from '../../../ui/button.tsx'
import { WarningIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import type { Following } from '../run/run-head.tsx'
import { RunView } from '../run/run-view.tsx'
import { OwnerBar } from './owner-bar.tsx'
import { ReaderBar } from './reader-bar.tsx'
import { RunLoading } from './run-loading.tsx'
import { RunNotFound } from './run-not-found.tsx'
import { RunTitle } from './run-title.tsx'
import { TakeUp } from './take-up.tsx'
import { useGoOn } from './use-go-on.ts'
import { type OwnerDeeds, useKeptRun } from './use-kept-run.ts'

const GoOnForm = lazy(() => import('./go-on-form.tsx').then((module) => ({ default: module.GoOnForm })))

/** So many lanes take more than the usual measure, where there is more. */
const WIDE = 4
const WIDE_MEASURE = { '--measure': 'max(1240px, min(1640px, 86vw))' } as CSSProperties

/** Decision 23: a stored run at its address, live for its owner and, where it is shared, for whoever has the link. */
export function KeptRun(props: {
  viewer: string | null | undefined
  id: string
  /** Which engine answers. */
  engine: ReactNode
}) {
  const { viewer, id } = props
  const kept = useKeptRun(viewer, id)
  switch (kept.state) {
    case 'loading':
      return <RunLoading />
    case 'missing':
    case 'withdrawn':
      return <RunNotFound why={kept.state} signedIn={typeof viewer === 'string'} />
    case 'unreachable':
      return (
        <div className="wrap pt-9 pb-20 md:pt-13">
          <StatePanel
            alert
            heading="h1"
            icon={<WarningIcon />}
            title="The run could not be loaded"
            action={<Button onClick={kept.retry}>Try again</Button>}
          >
            {kept.problem}
          </StatePanel>
        </div>
      )
    case 'ready':
      return <Ready key={id} {...kept} engine={props.engine} />
  }
}

function Ready(props: {
  run: SwarmRun
  following: Following
  deeds: OwnerDeeds
  letGo: (on: boolean) => void
  engine: ReactNode
}) {
  const { run, deeds } = props
  const running = run.state === 'running'
  const goOn = useGoOn(run, deeds.goOn)
  const view = useRef<HTMLDivElement>(null)
  const wasOver = useRef(!running)
  useEffect(() => {
    // What was pressed to go on is gone; what came of it is where reading goes on.
    if (wasOver.current && running) {
      const phases = view.current?.querySelectorAll<HTMLElement>('[data-phase]')
      if (document.activeElement === document.body) phases?.[phases.length - 1]?.focus()
    }
    wasOver.current = !running
  }, [running])
  return (
    <div
      className="wrap grid grid-cols-1 gap-6 pt-9 pb-20 md:pt-13"
      style={run.seats.length >= WIDE ? WIDE_MEASURE : undefined}
    >
      <div>
        <RunTitle run={run} />
        {props.engine}
      </div>
      {run.own ? <OwnerBar run={run} share={deeds.share} letGo={props.letGo} /> : <ReaderBar id={run.id} />}
      {run.own && !running && <TakeUp run={run} takeUp={deeds.takeUp} />}
      <div ref={view}>
        <RunView run={run} deeds={run.own ? deeds : null} following={props.following} />
      </div>
      {run.own && !running && (
        <Suspense>
          <GoOnForm run={run} goOn={goOn} />
        </Suspense>
      )}
    </div>
  )
}
