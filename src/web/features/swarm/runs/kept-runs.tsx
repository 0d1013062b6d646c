import { useEffect, useId, useState } from 'react'
import { KeptList } from '../../../blocks/list/kept-list.tsx'
import { Row, RowTitle } from '../../../blocks/list/row.tsx'
import { clockTime } from '../../../lib/clock.ts'
import { counted } from '../../../lib/counted.ts'
import { isRunning, useRunList } from '../api/runs.ts'
import { listRunsHere, type RunHere } from '../api/runs-here.ts'
import * as texts from '../texts.ts'
import { RunItem, RunSkeleton } from './run-item.tsx'

export function KeptRuns(props: { viewer: string | null | undefined; onDelete: (id: string) => void }) {
  return (
    <div className="min-w-0">
      <KeptList
        title={texts.keptRuns}
        viewer={props.viewer}
        list={useRunList(props.viewer)}
        words={{
          count: ({ length }) => counted(length, texts.keptRun),
          also: (runs) => {
            const running = runs.filter(isRunning).length
            return running > 0 ? `, ${running} running` : ''
          },
        }}
        forVisitors={texts.forVisitors}
        none={texts.noRuns}
        skeleton={<RunSkeleton />}
        onDelete={props.onDelete}
      >
        {(run, onDelete) => <RunItem key={run.id} run={run} onDelete={onDelete} />}
      </KeptList>
      {props.viewer === null && <RunsHereList />}
    </div>
  )
}

/** The runs of this tab that no wallet stores. The first paint can't know of any. */
function RunsHereList() {
  const [runs, setRuns] = useState<readonly RunHere[]>([])
  const id = useId()
  useEffect(() => setRuns(listRunsHere(new Date())), [])
  if (runs.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-6 min-w-0">
      <h2 id={id} className="flex min-h-11 items-center text-lg leading-snug font-semibold">
        {texts.begunInThisTab}
      </h2>
      <ul className="divide-y divide-line">
        {runs.map((run) => (
          <Row key={run.id}>
            <div className="grid min-w-0 flex-1 gap-1">
              <RowTitle link={{ to: `/swarm/${run.id}` }}>{run.task}</RowTitle>
              <p className="text-13 leading-[1.5] text-muted">
                {texts.keptUntil}
                <time dateTime={run.until}>{clockTime(new Date(run.until))}</time>
              </p>
            </div>
          </Row>
        ))}
      </ul>
    </section>
  )
}
