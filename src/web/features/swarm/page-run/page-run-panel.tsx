import { useEffect, useRef } from 'react'
import { runMarkdown } from '../../../../shared/swarm/swarm-markdown.ts'
import { useCountdown } from '../../../lib/hooks/use-countdown.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { Button } from '../../../ui/button.tsx'
import { AskAgainIcon, CopyIcon, TrashIcon } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/toast.ts'
import { RunView } from '../run/run-view.tsx'
import type { PageRun, PageRunView } from './page-run.ts'

/** The run that lives in this page alone: it says so, and how it is not lost. */
export default function PageRunPanel(props: {
  run: PageRun
  view: PageRunView
  /** Whether it was begun just now: then it is what the person looks for. */
  fresh: boolean
  /** Whether the next one would be kept for a wallet. */
  signedIn: boolean
  onPutAway: () => void
}) {
  const { run, view } = props
  const running = view.run.state === 'running'
  const heading = useRef<HTMLHeadingElement>(null)
  const { id } = view.run
  // biome-ignore lint/correctness/useExhaustiveDependencies: each run that begins is led to, once
  useEffect(() => {
    if (props.fresh) heading.current?.focus()
  }, [id])
  return (
    <section aria-labelledby="page-run" className="grid min-w-0 grid-cols-1 gap-6">
      <div className="grid gap-3 border-t border-line pt-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <h2
            id="page-run"
            ref={heading}
            tabIndex={-1}
            className="flex min-h-11 scroll-mt-20 items-center text-lg leading-snug font-semibold outline-none"
          >
            The run of this page
          </h2>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {view.canTakeUp && (
              <Button size="small" className="max-md:min-h-11" onClick={run.takeUp}>
                <AskAgainIcon width={16} height={16} />
                Take it up again
              </Button>
            )}
            <Button size="small" className="max-md:min-h-11" onClick={() => void copy(runMarkdown(view.run))}>
              <CopyIcon width={16} height={16} />
              Copy as Markdown
            </Button>
            {!running && (
              <Button size="small" tone="quiet" className="max-md:min-h-11" onClick={props.onPutAway}>
                <TrashIcon width={16} height={16} />
                Remove
              </Button>
            )}
          </div>
        </div>
        <p className="max-w-[78ch] border-l-2 border-warning py-0.5 pl-3.5 text-sm text-soft">
          This run is kept nowhere: a reload, or closing the page, ends it and takes it along.{' '}
          {props.signedIn ? (
            'Your wallet keeps the next one.'
          ) : (
            <>
              <button
                type="button"
                className="text-cyan underline-offset-4 hover:text-white hover:underline"
                onClick={() => void requireSignIn()}
              >
                Connect a wallet
              </button>{' '}
              and the next one is kept.
            </>
          )}
        </p>
        <Waiting until={view.waitsUntil} />
      </div>
      <RunView run={view.run} actions={run} following={running ? 'live' : 'over'} />
    </section>
  )
}

/** The server takes no more turns for now: said, and waited out. */
function Waiting({ until }: { until: Date | null }) {
  return (
    <div>
      <p role="status" className="sr-only">
        {until && 'Too many questions at once: the run waits and goes on by itself.'}
      </p>
      {until && <Countdown key={until.getTime()} until={until} />}
    </div>
  )
}

function Countdown({ until }: { until: Date }) {
  const now = useCountdown(until)
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return (
    <p aria-hidden="true" className="text-[13px] text-warning tabular-nums">
      {`Too many questions at once. The run goes on by itself in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`}
    </p>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success('The run is copied as Markdown')
  } catch {
    toast.error('The browser did not allow copying.')
  }
}
