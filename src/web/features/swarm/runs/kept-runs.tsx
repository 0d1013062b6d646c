import { KeptList } from '../../../blocks/list/kept-list.tsx'
import { counted } from '../../../blocks/list/list-view.tsx'
import { isRunning, useRunList } from '../api/runs.ts'
import { RunItem, RunSkeleton } from './run-item.tsx'
import { RunsHereList } from './runs-here-list.tsx'

/** The stored runs of a wallet. */
export function KeptRuns(props: {
  /** The wallet of the session; undefined while it is not known. */
  viewer: string | null | undefined
  onDelete: (id: string) => void
}) {
  return (
    <div className="min-w-0">
      <KeptList
        title="Kept runs"
        viewer={props.viewer}
        list={useRunList(props.viewer)}
        words={{
          count: ({ length }) => counted(length, 'kept run'),
          also: (runs) => {
            const running = runs.filter(isRunning).length
            return running > 0 ? `, ${running} running` : ''
          },
        }}
        forVisitors="Runs are kept for signed-in wallets: with an address of their own, to be followed from anywhere, shared and gone on with. Without a wallet one is there for an hour."
        none="Nothing yet. Give two to five agents a task: the run is kept here, for your wallet alone, and goes on while you are away."
        skeleton={<RunSkeleton />}
        onDelete={props.onDelete}
      >
        {(run, onDelete) => <RunItem key={run.id} run={run} onDelete={onDelete} />}
      </KeptList>
      {props.viewer === null && <RunsHereList />}
    </div>
  )
}
