import { type ReactNode, useRef } from 'react'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { RunItem, RunSkeleton } from './run-item.tsx'
import { isRunning, type RunList, useRunList } from './use-run-list.ts'

/** How many placeholders stand for a list that is loading. */
const SKELETONS = 3

/** The runs that are kept for a wallet, to be read, followed and gone on with. */
export function KeptRuns(props: {
  /** The wallet of the session; undefined while it is not known. */
  viewer: string | null | undefined
  onDelete: (id: string) => Promise<void>
}) {
  const { viewer } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = (id: string) => {
    heading.current?.focus({ preventScroll: true })
    void props.onDelete(id)
  }
  return (
    <section aria-labelledby="kept-runs" className="min-w-0">
      <h2
        id="kept-runs"
        ref={heading}
        tabIndex={-1}
        className="flex min-h-11 items-center text-lg leading-snug font-semibold outline-none"
      >
        Kept runs
      </h2>
      {viewer === null ? <KeptForWallets /> : <Listed viewer={viewer} onDelete={remove} />}
    </section>
  )
}

function Listed(props: { viewer: string | undefined; onDelete: (id: string) => void }) {
  const list = useRunList(props.viewer)
  return (
    <>
      <p role="status" className="sr-only">
        {announcement(list)}
      </p>
      {(list.state === 'loading' || list.state === 'full') && (
        <ul aria-label="Kept runs" aria-busy={list.state === 'loading'} className="divide-y divide-line">
          {list.state === 'loading'
            ? Array.from({ length: SKELETONS }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
                <RunSkeleton key={index} />
              ))
            : list.runs.map((run) => (
                <RunItem key={run.id} run={run} onDelete={() => props.onDelete(run.id)} />
              ))}
        </ul>
      )}
      {list.state === 'full' && list.more && (
        <LoadMore onLoad={list.more.load} loading={list.more.loading} problem={list.more.problem} />
      )}
      {list.state === 'empty' && (
        <Instead>
          Nothing yet. Give two to five agents a task: the run is kept here, for your wallet alone, and goes
          on while you are away.
        </Instead>
      )}
      {list.state === 'failed' && (
        <div role="alert">
          <Instead>
            <span>{`The kept runs did not arrive. ${list.problem}`}</span>
            <Button size="small" className="max-md:min-h-11" onClick={list.retry}>
              Try again
            </Button>
          </Instead>
        </div>
      )}
    </>
  )
}

function KeptForWallets() {
  return (
    <Instead>
      <span>
        Runs are kept for signed-in wallets: with an address of their own, to be followed from anywhere,
        shared and gone on with. Yours lives in this page alone.
      </span>
      <Button size="small" className="max-md:min-h-11" onClick={() => void requireSignIn()}>
        Connect
      </Button>
    </Instead>
  )
}

function Instead({ children }: { children: ReactNode }) {
  return <div className="grid max-w-[46ch] justify-items-start gap-4 py-2 text-sm text-soft">{children}</div>
}

/** What a screen reader hears when the list has changed. */
function announcement(list: RunList): string {
  if (list.state === 'loading') return 'Loading kept runs'
  if (list.state !== 'full') return ''
  const count = list.runs.length
  const running = list.runs.filter(isRunning).length
  const kept = `${count} kept ${count === 1 ? 'run' : 'runs'}${list.more ? ' so far, and more below' : ''}`
  return running > 0 ? `${kept}, ${running} running.` : `${kept}.`
}
