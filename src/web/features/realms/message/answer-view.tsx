import { lazy, Suspense, useState } from 'react'
import { DEFAULT_IMAGE_URL } from '../../../../shared/agents/agent-defaults.ts'
import type { RealmAnswer } from '../../../../shared/realms/realm-messages.ts'
import { CitedMarkdown } from '../../../blocks/citations/cited-markdown.tsx'
import { MessageTime } from '../../../blocks/messages/message-time.tsx'
import { ModelLine } from '../../../blocks/models/model-line.tsx'
import { StopIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import { toast } from '../../../ui/toast.ts'
import { mayStop } from './allowed-actions.ts'
import { answerEnd } from './answer-end.ts'
import { MessageActions } from './message-actions.tsx'
import { ReplyQuote } from './reply-quote.tsx'
import type { MessageViewProps } from './shown-message.ts'
import * as texts from './texts.ts'

const load = () => import('./answer-calls.tsx').catch(() => ({ default: Words }))
// A first visit seldom shows a call.
const AnswerCalls = lazy(load)
const HeldNote = lazyPart(() => import('./held-note.tsx'))

export function AnswerView(props: MessageViewProps & { answer: RealmAnswer }) {
  const { answer, reader, zone } = props
  const { opens, quote } = props.placed
  const running = answer.state === 'running'
  const hasWords = answer.content.trim() !== '' || answer.calls !== undefined
  return (
    <li
      data-message={answer.id}
      tabIndex={-1}
      data-number={answer.number}
      data-kind="answer"
      className={`group/message flex flex-col items-start ${props.fresh ? 'animate-rise' : ''} ${opens ? 'mt-6' : 'mt-3'}`}
    >
      <Speaker answer={answer} agents={reader.agents} named={opens} />
      <div
        data-words=""
        aria-busy={running}
        className="max-w-message min-w-0 border-l-2 border-magenta pl-3.5 transition-colors duration-500 group-data-[flash]/message:bg-magenta/15 md:pl-5"
      >
        {quote && !answer.removed && (
          <ReplyQuote quote={quote} self={reader.self} onGo={reader.goTo} blocked={reader.blocked} />
        )}
        {answer.removed ? (
          <div className="text-sm text-muted italic">
            {answer.down ? texts.messageTakenDown : texts.removed}
          </div>
        ) : hasWords ? (
          <div className="max-w-[70ch] text-base leading-[26px] [overflow-wrap:anywhere]">
            {answer.calls ? (
              <Suspense fallback={<Words answer={answer} />}>
                <AnswerCalls answer={answer} own={answer.author === reader.self} />
              </Suspense>
            ) : (
              <Words answer={answer} />
            )}
          </div>
        ) : (
          running && <Processing />
        )}
        <div className="mt-0.5 flex min-h-8 flex-wrap items-center gap-x-3 max-md:-mt-1 max-md:-mb-2.5">
          <MessageTime of={answer.createdAt} zone={zone} />
          {!answer.removed && <Ending answer={answer} own={answer.author === reader.self} />}
          {!answer.removed && mayStop(answer, reader) && <Stop stop={() => reader.actions.stop(answer)} />}
          {answer.model && <ModelLine model={answer.model} tabIndex={props.current ? 0 : -1} />}
          <MessageActions message={answer} reader={reader} current={props.current} />
        </div>
        {answer.withheld && (
          <Suspense fallback={null}>
            <HeldNote message={answer} reader={reader} />
          </Suspense>
        )}
      </div>
    </li>
  )
}

function Words({ answer: { content, state, sources } }: { answer: RealmAnswer }) {
  return <CitedMarkdown text={content} growing={state === 'running'} sources={sources} />
}

/** The agent with its picture; one that has left the realm keeps the name that it had. */
function Speaker(props: {
  answer: RealmAnswer
  agents: MessageViewProps['reader']['agents']
  named: boolean
}) {
  const { agentId, agentName } = props.answer
  if (!props.named) return <p className="sr-only">{texts.agentSaid(agentName)}</p>
  const agent = props.agents.find(({ id }) => id === agentId)
  return (
    <div className="mb-2.5 flex w-full min-w-0 items-center gap-2.5">
      <Picture
        src={agent?.imageUrl || DEFAULT_IMAGE_URL}
        alt=""
        width={28}
        height={28}
        loading="lazy"
        className="hexagon size-7 flex-none object-cover"
      />
      <div
        className="display min-w-0 truncate text-14 leading-5 font-semibold tracking-[0.02em] text-magenta"
        title={agentName}
      >
        {agentName}
        <span className="sr-only"> {texts.saidAside}</span>
      </div>
    </div>
  )
}

function Processing() {
  return (
    <div className="label flex min-h-[26px] items-center gap-3 leading-normal whitespace-nowrap text-magenta">
      <span
        aria-hidden="true"
        className="h-0.5 w-9 flex-none animate-pulse-soft [background-image:linear-gradient(to_right,transparent,var(--color-magenta))]"
      />
      {texts.processing}
    </div>
  )
}

function Ending({ answer, own }: { answer: RealmAnswer; own: boolean }) {
  const end = own && answer.state === 'waiting' ? texts.waitsForYou : answerEnd(answer)
  if (!end) return null
  const calm = answer.state !== 'failed' && answer.state !== 'interrupted'
  if (answer.model?.ended) return <span className="text-13 leading-snug text-warning">{end}</span>
  return (
    <span
      className={`display text-13 leading-none tracking-[0.04em] ${calm ? 'text-muted' : 'text-warning'}`}
    >
      {end}
    </span>
  )
}

function Stop({ stop }: { stop: () => Promise<string | undefined> }) {
  const [stopping, setStopping] = useState(false)
  const onClick = async () => {
    setStopping(true)
    const problem = await stop()
    if (problem === undefined) return
    setStopping(false)
    toast.error(problem)
  }
  return (
    <button
      type="button"
      aria-disabled={stopping}
      className="display inline-flex min-h-8 items-center gap-1.5 text-13 tracking-[0.04em] text-soft transition-colors hover:text-text aria-disabled:text-muted max-md:min-h-11 max-md:px-1"
      onClick={() => stopping || void onClick()}
    >
      <StopIcon width={14} height={14} />
      {stopping ? texts.stopping : texts.stop}
    </button>
  )
}
