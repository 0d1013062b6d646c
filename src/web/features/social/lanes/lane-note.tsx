import { useCountdown } from '../../../lib/hooks/use-countdown.ts'
import { useOnline } from '../../../lib/hooks/use-online.ts'
import { isBlank, type Lane } from '../desk/lanes.ts'
import { troubleText } from '../desk/trouble.ts'
import { wordButton } from './word-button.ts'

/** What is to be known of a text besides its words, and what can be done about it. */
export function LaneNote(props: { lane: Lane; onRetry: () => void; onSwap: () => void }) {
  const { lane } = props
  const online = useOnline()
  const trouble = lane.state === 'writing' ? null : lane.trouble
  const now = useCountdown(trouble?.kind === 'limited' ? trouble.retryAt : null)
  if (lane.state === 'writing') return null
  const problem = problemOf(lane)
  const more = trouble && troubleText(trouble, now, online)
  if (!problem && !lane.other) return null
  return (
    <div className="grid gap-1 px-5 pb-3 text-[13px] text-soft">
      {problem && (
        <p>
          {`${problem} · `}
          <button type="button" className={wordButton} onClick={props.onRetry}>
            Retry
          </button>
        </p>
      )}
      {more && <p className="text-muted">{more}</p>}
      {lane.other && (
        <p>
          <button type="button" className={wordButton} onClick={props.onSwap}>
            {lane.other.age === 'earlier' ? 'Bring the earlier text back' : 'Show the newer text'}
          </button>
        </p>
      )}
    </div>
  )
}

/** Decision 17: a person must be able to tell silence from failure. */
function problemOf(lane: Lane): string {
  if (lane.state === 'writing') return ''
  const brokenOff = lane.state === 'failed' || lane.state === 'interrupted'
  if (isBlank(lane.content) || lane.trouble)
    return brokenOff && !isBlank(lane.content) ? 'Broken off' : 'Not answered'
  return brokenOff && !lane.edited ? 'Broken off' : ''
}
