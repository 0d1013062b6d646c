import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import type { Submission } from '../../../blocks/form/submission.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Link } from '../../../lib/router/router.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { isRunning, useRunList } from '../api/runs.ts'
import * as texts from '../texts.ts'
import { isSwarmBusy } from './use-begin-run.ts'

/** Errors of fields are shown only at the fields. */
export function BeginProblem(props: { submission: Submission; viewer: string | null | undefined }) {
  const { submission, viewer } = props
  if (submission.state !== 'failed' || Object.keys(submission.errors).length > 0) return null
  if (viewer && isSwarmBusy(submission.error))
    return <BusyNotice viewer={viewer} message={explainError(submission.error)} />
  return <FormNotice submission={submission} failed={texts.notBegun} />
}

/** The notice that the maximum number of runs is running, with a list of them, so that one can be stopped. */
function BusyNotice(props: { viewer: string; message: string }) {
  const list = useRunList(props.viewer)
  const running = list.state === 'full' ? list.items.filter(isRunning) : []
  return (
    <Notice tone="bad" title={props.message}>
      {running.length > 0 ? (
        <ul aria-label={texts.runningRuns}>
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
        list.state === 'full' && <p>{texts.overByNow}</p>
      )}
    </Notice>
  )
}
