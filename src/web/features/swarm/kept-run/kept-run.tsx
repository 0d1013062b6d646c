import { type CSSProperties, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'
import type { SwarmMode } from '../../../../shared/swarm/swarm-plan.ts'
import { FailedPanel } from '../../../blocks/list/instead.tsx'
import { MadeBy } from '../../../blocks/people/made-by.tsx'
import { dayAndTime } from '../../../lib/clock.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { Link } from '../../../lib/router/router.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { Following } from '../run/run-head.tsx'
import { RunView } from '../run/run-view.tsx'
import * as texts from '../texts.ts'
import { ExportLink } from './export-link.tsx'
import { brokenOff, GoneNotice } from './gone-run.tsx'
import { LocalTime } from './local-time.tsx'
import { OwnerBar } from './owner-bar.tsx'
import type { PhaseValues } from './read-phase.ts'
import { ResumeRun } from './resume-run.tsx'
import { type OwnerActions, useKeptRun } from './use-kept-run.ts'

const ContinueForm = lazyPart(() => import('./continue-form.tsx'))

/** From this number of lanes the screen is wider than usual, if there is room. */
const WIDE = 4
const WIDE_MEASURE = { '--measure': 'max(1240px, min(1640px, 86vw))' } as CSSProperties

/** A run at its address (decision 23), live for its owner and, if it is shared, for everybody with the link. */
export function KeptRun(props: { viewer: string | null | undefined; id: string; engine: ReactNode }) {
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
          <FailedPanel heading="h1" title={texts.runNotLoaded} failure={kept} />
        </div>
      )
    case 'ready':
      return <Ready key={id} {...kept} signedIn={typeof viewer === 'string'} engine={props.engine} />
    case 'gone':
      return <Gone run={brokenOff(kept.run)} />
  }
}

function Ready(props: {
  run: SwarmRun
  following: Following
  actions: OwnerActions
  abort: (on: boolean) => void
  signedIn: boolean
  engine: ReactNode
}) {
  const { run, actions } = props
  const running = run.state === 'running'
  /** The typed values for continuing stay until they are accepted, whatever the run does meanwhile. */
  const [typed, setTyped] = useState<Partial<PhaseValues>>({})
  const view = useRef<HTMLDivElement>(null)
  const wasOver = useRef(!running)
  useEffect(() => {
    // The pressed button is removed, so the new phase takes the focus.
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
      {run.own ? (
        <OwnerBar run={run} signedIn={props.signedIn} share={actions.share} abort={props.abort} />
      ) : (
        <ReaderBar run={run} />
      )}
      {run.own && !running && <ResumeRun run={run} resume={actions.resume} />}
      <div ref={view}>
        <RunView run={run} actions={run.own ? actions : null} following={props.following} />
      </div>
      {run.own && !running && (
        <Suspense>
          <ContinueForm run={run} typed={typed} onType={setTyped} continueRun={actions.continueRun} />
        </Suspense>
      )}
    </div>
  )
}

function Gone({ run }: { run: SwarmRun }) {
  return (
    <div
      className="wrap grid grid-cols-1 gap-6 pt-9 pb-20 md:pt-13"
      style={run.seats.length >= WIDE ? WIDE_MEASURE : undefined}
    >
      <RunTitle run={run} />
      <GoneNotice run={run} />
      <RunView run={run} actions={null} following="over" />
    </div>
  )
}

/** A bar for viewers of a run that somebody else shared. */
function ReaderBar({ run }: { run: SwarmRun }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-y border-line py-3">
      <div className="min-w-0 flex-[1_1_260px]">
        <p className="text-sm text-text">{texts.sharedWithYou}</p>
        <p className="flex flex-wrap gap-x-3 text-13 leading-snug text-muted">
          {run.maker && <MadeBy {...run.maker} />}
          {texts.newTextAppears}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <ExportLink id={run.id} />
        <ButtonLink to="/swarm" size="small" className="max-md:min-h-11">
          {texts.beginYourOwn}
        </ButtonLink>
      </div>
    </div>
  )
}

/** The placeholder of a run, so that the layout does not shift. */
function RunLoading() {
  return (
    <div className="wrap grid gap-6 pt-9 pb-20 md:pt-13" aria-busy="true">
      <p role="status" className="sr-only">
        {texts.loadingRun}
      </p>
      <div className="skeleton h-10 w-72 max-w-full" />
      <div className="skeleton h-4 w-96 max-w-full" />
      <div aria-hidden="true" className="grid gap-6 md:grid-cols-3">
        {[1, 2, 3].map((lane) => (
          <div key={lane} className={`grid content-start gap-3 ${lane > 1 ? 'max-md:hidden' : ''}`}>
            <div className="flex items-center gap-3">
              <div className="skeleton hexagon size-10" />
              <div className="skeleton h-3.5 w-2/5" />
            </div>
            <div className="skeleton h-3 w-4/5" />
            <div className="skeleton h-3 w-4/5" />
            <div className="skeleton h-3 w-2/5" />
          </div>
        ))}
      </div>
    </div>
  )
}

/** It never existed, was deleted, is not shared, or is no longer shared. */
function RunNotFound(props: { why: 'missing' | 'withdrawn'; signedIn: boolean }) {
  const withdrawn = props.why === 'withdrawn'
  return (
    <section
      {...(withdrawn && { role: 'status' })}
      className="wrap grid min-h-[calc(100dvh-var(--header-height)-1px)] place-content-center justify-items-start gap-5 py-16"
    >
      <p className="label text-cyan">{texts.signalNotFound}</p>
      <h1 className="text-[clamp(32px,5vw,56px)] leading-none font-bold">
        {withdrawn ? texts.noLongerShared : texts.runNotFound}
      </h1>
      <p className="max-w-[52ch] text-17 text-soft">
        {withdrawn ? texts.noLongerSharedAbout : texts.runNotFoundAbout}
        {!withdrawn && !props.signedIn && texts.ifYours}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/swarm" tone="primary">
          {texts.beginARun}
        </ButtonLink>
        {props.signedIn ? (
          <ButtonLink to="/">{texts.home}</ButtonLink>
        ) : (
          <Button onClick={() => void requireSignIn()}>{texts.connect}</Button>
        )}
      </div>
    </section>
  )
}

const titles: Record<SwarmMode, (agents: string) => string> = {
  parallel: texts.sideBySide,
  debate: texts.inDebate,
  relay: texts.inRelay,
}

function RunTitle({ run }: { run: SwarmRun }) {
  const { length } = run.seats
  const agents = texts.agentsInWords(length)
  return (
    <div>
      <p>
        <Link
          to="/swarm"
          className="label inline-flex min-h-8 items-center transition-colors hover:text-cyan max-md:min-h-11"
        >
          {texts.hub}
        </Link>
      </p>
      <h1 className="text-30 leading-[1.05] font-bold md:text-38">{titles[run.mode](agents)}</h1>
      <p className="mt-2 text-soft">
        {texts.begun}
        <LocalTime at={run.createdAt} format={dayAndTime} room={texts.roomForTime} />
      </p>
    </div>
  )
}
