import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { UNDO_DELETE_MS } from '../../../shared/common/limits.ts'
import { useApi } from '../../lib/http/api.ts'
import { requireSignIn, signingIn } from '../../lib/http/identity.ts'
import { currentViewer, useViewer } from '../../lib/session/viewer.ts'
import { toast } from '../../ui/toast.ts'
import { useDeleteRun } from './api/use-delete-run.ts'
import type { ChooseAgents } from './brief/agents-dialog.tsx'
import { BriefForm } from './brief/brief-form.tsx'
import type { Brief } from './brief/brief-values.ts'
import { useAgentsOfAddress } from './brief/use-agents-of-address.ts'
import { useBeginRun } from './brief/use-begin-run.ts'
import { useBrief } from './brief/use-brief.ts'
import type { PageRun, PageRunView } from './page-run/page-run.ts'
import { type PageRuns, pageRuns } from './page-run/page-runs.ts'
import { rememberBegun } from './run/begun-here.ts'
import { KeptRuns } from './runs/kept-runs.tsx'

const loadPanel = () => import('./page-run/page-run-panel.tsx')
const PageRunPanel = lazy(loadPanel)

/** Decision 23: two to five agents at one task. A wallet's run is kept and has an address; a visitor's lives in the page. */
export function SwarmHub(props: { chooseAgents: ChooseAgents }) {
  const api = useApi()
  const client = useQueryClient()
  const viewer = useViewer()
  const { desk, values } = useBrief(viewer)
  useAgentsOfAddress(desk, viewer)
  const begin = useBeginRun(desk)
  const { runs, run, view } = usePageRun()
  const remove = useDeleteRun(null)
  const [fresh, setFresh] = useState<PageRun | null>(null)

  const beginHere = ({ mode, task, rounds, words }: Brief) => {
    const seats = desk.getValues().agents.map(({ id, name, imageUrl }) => {
      return { agentId: id, agentName: name, agentImageUrl: imageUrl }
    })
    const putBack = runs.begin({ mode, task, seats, rounds, words })
    desk.begun()
    if (putBack) offerToPutBack(putBack)
    const begun = runs.getRun()
    if (begun) rememberBegun(begun.getView().run.id)
    setFresh(begun)
  }
  /** A run that can be kept is: one that is begun while the wallet is asked for its signature waits for that. */
  const [waits, setWaits] = useState(false)
  const beginWhereKept = async (brief: Brief) => {
    const underway = signingIn()
    if (underway) {
      setWaits(true)
      await underway
      setWaits(false)
    }
    const owner = currentViewer(client, api)
    if (owner !== null) await begin(owner, brief)
    else beginHere(brief)
  }
  const runsHere = view?.run.state === 'running'

  return (
    <div className="mt-6 grid grid-cols-1 items-start gap-9 lg:grid-cols-[minmax(0,1fr)_344px] lg:gap-6">
      <BriefForm
        desk={desk}
        values={values}
        viewer={viewer}
        chooseAgents={props.chooseAgents}
        hindrance={
          waits ? 'Waiting for your wallet, so that this run is kept.' : hindranceOf(viewer, runsHere)
        }
        onTouch={() => viewer === null && void loadPanel().catch(() => {})}
        keeping={viewer ? keptForYou : <KeptNowhere />}
        begin={beginWhereKept}
      />
      {run && view && (
        <div
          className="min-w-0 lg:order-last lg:col-span-2"
          style={view.run.seats.length > 3 ? roomForMany : {}}
        >
          <Suspense fallback={<div className="h-[60dvh]" />}>
            <PageRunPanel
              run={run}
              view={view}
              fresh={run === fresh}
              signedIn={typeof viewer === 'string'}
              onPutAway={() => offerToPutBack(runs.putAway())}
            />
          </Suspense>
        </div>
      )}
      <KeptRuns viewer={viewer} onDelete={remove} />
    </div>
  )
}

/** More lanes than three take the width of a large screen. */
const roomForMany = { marginInline: 'min(0px, (100% - min(1640px, 86vw)) / 2)' }
const keptForYou = 'Kept for your wallet alone, at an address of its own. It goes on while you are away.'

function hindranceOf(viewer: string | null | undefined, runsHere: boolean): string | undefined {
  if (viewer === undefined) return 'Looking for your session.'
  return viewer === null && runsHere
    ? 'One run at a time lives in this page. Stop it to begin another.'
    : undefined
}

function KeptNowhere() {
  return (
    <>
      {'Without a wallet it lives in this page alone. '}
      <button
        type="button"
        className="text-cyan underline-offset-4 hover:text-white hover:underline max-md:min-h-11"
        onClick={() => void requireSignIn()}
      >
        Connect to keep it
      </button>
    </>
  )
}

/** A run that nobody keeps has made room. */
function offerToPutBack(putBack: () => void): void {
  toast.success('The run was put away', {
    duration: UNDO_DELETE_MS,
    action: { label: 'Undo', onClick: putBack },
  })
}

const nothing = () => () => {}

/** The run that lives in this page alone; null where none was begun. The first paint can have none. */
function usePageRun(): { runs: PageRuns; run: PageRun | null; view: PageRunView | null } {
  const runs = pageRuns(useQueryClient(), useApi())
  const run = useSyncExternalStore(runs.subscribe, runs.getRun, () => null)
  const view = useSyncExternalStore(
    run?.subscribe ?? nothing,
    () => run?.getView() ?? null,
    () => null,
  )
  return { runs, run, view }
}
