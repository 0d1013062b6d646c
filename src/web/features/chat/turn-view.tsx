import { memo } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { clockTime } from './clock.ts'
import { isPending, isUnanswered, saidIn, type Turn } from './conversation.ts'
import { NotAnswered } from './not-answered.tsx'

/** A question, and what the agent said to it. A finished turn never renders again. */
export const TurnView = memo(function TurnView(props: {
  turn: Turn
  agentName: string
  mayRetry: boolean
  onRetry: (questionId: string) => void
}) {
  const { turn, agentName } = props
  const { question, reply } = turn
  const said = saidIn(turn)
  const hasWords = said.text.trim() !== ''
  return (
    <li className="flex flex-col gap-6">
      <div className="flex animate-rise flex-col items-end gap-2">
        <div className="max-w-message rounded-[14px_14px_3px_14px] border border-cyan/20 bg-cyan/9 px-4 py-3">
          <p className="sr-only">You said:</p>
          <p className="text-base break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
            {question.content}
          </p>
          <Time of={question.timestamp} />
        </div>
        {isUnanswered(turn) && (
          <NotAnswered
            trouble={turn.trouble}
            disabled={!props.mayRetry}
            onRetry={() => props.onRetry(question.id)}
          />
        )}
      </div>
      {hasWords && (
        <div className="max-w-message min-w-0 self-start border-l-2 border-magenta pl-3.5 md:pl-5">
          <p className="sr-only">{`${agentName} said:`}</p>
          <div className="max-w-[70ch] text-base leading-[1.6] [overflow-wrap:anywhere]">
            <Markdown text={said.text} growing={reply.state === 'streaming'} />
          </div>
          {!isPending(reply) && (
            <div className="mt-1 flex min-h-8 flex-wrap items-center gap-x-3">
              {said.at && <Time of={said.at} inline />}
              <Ending turn={turn} />
              <CopyButton text={said.text} label="Copy the reply" />
            </div>
          )}
        </div>
      )}
      {isPending(reply) && (reply.state === 'waiting' || !hasWords) && <Processing />}
    </li>
  )
})

function Processing() {
  return (
    <p role="status" className="label flex animate-fade items-center gap-3 text-[12px] text-magenta">
      <span
        aria-hidden="true"
        className="h-0.5 w-9 origin-right animate-pulse-soft bg-linear-to-r from-transparent to-magenta"
      />
      Processing neural response
    </p>
  )
}

function Ending({ turn }: { turn: Turn }) {
  const words = {
    waiting: '',
    streaming: '',
    finished: turn.cutShort ? 'Reached the length limit' : '',
    stopped: 'Stopped',
    interrupted: 'Broken off',
    failed: 'Broken off',
  }[turn.reply.state]
  if (!words) return null
  const tone = words === 'Broken off' ? 'text-warning' : 'text-muted'
  return <span className={`display text-[11px] tracking-[0.08em] ${tone}`}>{words}</span>
}

function Time({ of, inline = false }: { of: Date; inline?: boolean }) {
  return (
    <time
      dateTime={of.toISOString()}
      className={`display text-[11px] leading-none font-medium tracking-[0.08em] text-muted ${inline ? '' : 'mt-2 block'}`}
    >
      {clockTime(of)}
    </time>
  )
}
