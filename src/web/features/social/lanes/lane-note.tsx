import { requestFailureText } from '../../../blocks/messages/request-failure.ts'
import { useCountdown } from '../../../lib/hooks/use-countdown.ts'
import { useOnline } from '../../../lib/hooks/use-online.ts'
import { isBlank, type Lane } from '../draft-store/lanes.ts'
import * as texts from '../texts.ts'
import { wordButton } from './word-button.ts'

const DRAFT_WORDS = { gone: texts.agentGone, many: texts.manyDrafts }

export function LaneNote(props: { lane: Lane; onRetry: () => void; onSwap: () => void }) {
  const { lane } = props
  const online = useOnline()
  const failure = lane.state === 'writing' ? null : lane.failure
  const now = useCountdown(failure?.kind === 'limited' ? failure.retryAt : null)
  if (lane.state === 'writing') return null
  const problem = problemOf(lane)
  const more = failure && requestFailureText(failure, DRAFT_WORDS, now, online)
  if (!problem && !lane.other) return null
  return (
    <div className="grid gap-1 px-5 pb-3 text-13 text-soft">
      {problem && (
        <p>
          {`${problem} · `}
          <button type="button" className={wordButton} onClick={props.onRetry}>
            {texts.retry}
          </button>
        </p>
      )}
      {more && <p className="text-muted">{more}</p>}
      {lane.other && (
        <p>
          <button type="button" className={wordButton} onClick={props.onSwap}>
            {lane.other.age === 'earlier' ? texts.earlierText : texts.newerText}
          </button>
        </p>
      )}
    </div>
  )
}

/** The problem of a draft, so that a person can tell silence from failure (decision 17). */
function problemOf(lane: Lane): string {
  if (lane.state === 'writing') return ''
  const brokenOff = lane.state === 'failed' || lane.state === 'interrupted'
  if (isBlank(lane.content) || lane.failure)
    return brokenOff && !isBlank(lane.content) ? texts.brokenOff : texts.notAnswered
  return brokenOff && !lane.edited ? texts.brokenOff : ''
}
