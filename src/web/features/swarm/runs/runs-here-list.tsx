import { useEffect, useId, useState } from 'react'
import { Row, RowTitle } from '../../../blocks/list/row.tsx'
import { clockTime } from '../../../lib/clock.ts'
import { listRunsHere, type RunHere } from '../api/runs-here.ts'

/** The runs of this tab that no wallet stores. The first paint can't know of any. */
export function RunsHereList() {
  const [runs, setRuns] = useState<readonly RunHere[]>([])
  const id = useId()
  useEffect(() => setRuns(listRunsHere(new Date())), [])
  if (runs.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-6 min-w-0">
      <h2 id={id} className="flex min-h-11 items-center text-lg leading-snug font-semibold">
        Begun in this tab
      </h2>
      <ul className="divide-y divide-line">
        {runs.map((run) => (
          <Row key={run.id}>
            <div className="grid min-w-0 flex-1 gap-1">
              <RowTitle link={{ to: `/swarm/${run.id}` }}>{run.task}</RowTitle>
              <p className="text-[12.5px] leading-[1.5] text-muted">
                {'Kept until '}
                <time dateTime={run.until}>{clockTime(new Date(run.until))}</time>
              </p>
            </div>
          </Row>
        ))}
      </ul>
    </section>
  )
}
