import { Link } from '../../../lib/router.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { isRunning, useRunList } from './use-run-list.ts'

/** As many runs as may run are running: which they are, so that one can be stopped. */
export function BusyNotice(props: { viewer: string; message: string }) {
  const list = useRunList(props.viewer)
  const running = list.state === 'full' ? list.runs.filter(isRunning) : []
  return (
    <Notice tone="bad" title={props.message}>
      {running.length > 0 ? (
        <ul aria-label="Running runs">
          {running.map((run) => (
            <li key={run.id}>
              <Link
                to={`/swarm/${run.id}`}
                className="flex min-h-8 items-center text-cyan hover:text-white max-md:min-h-11"
              >
                <span className="truncate" title={run.task}>
                  {run.task}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        list.state === 'full' && <p>They are over by now. Begin again.</p>
      )}
    </Notice>
  )
}
