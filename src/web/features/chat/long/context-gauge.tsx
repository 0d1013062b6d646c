import { Popover } from 'radix-ui'
import { type CSSProperties, useEffect } from 'react'
import { goToMessage } from '../../../blocks/messages/go-to-message.ts'
import { CloseIcon } from '../../../ui/icons.tsx'
import type { ConversationSession } from '../conversation/conversation-session.ts'
import type { ContextPart } from './context-of.ts'
import { percentFull, type Share, type ShareKind, sharesOf } from './context-shares.ts'
import * as texts from './texts.ts'

/** How full the window of the model was for the newest reply, and of what once it is opened. */
export default function ContextGauge(props: {
  session: ConversationSession
  context: ContextPart
  /** The message that the story so far ends with, if there is one on the shown path. */
  storyAt: string | null
}) {
  const { context } = props
  useNewStory(props.session, context)
  const shares = sharesOf(context)
  const percent = percentFull(shares)
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={texts.contextFull(percent)}
        title={texts.contextFull(percent)}
        className="-my-3.5 flex min-h-11 flex-none items-center gap-1.5 text-13 text-muted tabular-nums transition-colors hover:text-text data-[state=open]:text-text max-md:min-w-11 max-md:justify-end"
      >
        <Ring percent={percent} />
        {`${percent} %`}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={texts.contextTitle}
          className="panel hairline cut z-50 w-[min(340px,calc(100vw-24px))] animate-fade bg-raised p-5 outline-none [--cut:10px]"
        >
          <div className="flex items-start justify-between gap-3">
            <h2 className="display text-15 leading-snug font-semibold">{texts.full(percent)}</h2>
            <Popover.Close
              aria-label={texts.close}
              className="-mt-3 -mr-3 grid size-11 flex-none place-items-center text-soft hover:text-text"
            >
              <CloseIcon width={18} height={18} />
            </Popover.Close>
          </div>
          <p className="mt-1 text-13 text-muted">{texts.contextAbout(context.window)}</p>
          <Bar shares={shares} />
          <dl className="mt-4 grid gap-2 text-13">
            {shares.map(({ kind, percent: share }) => (
              <div key={kind} className="flex items-center gap-3">
                <span aria-hidden="true" className="size-3" style={looks[kind]} />
                <dt className="text-soft">{nameOf(kind)}</dt>
                <dd className="ml-auto text-text tabular-nums">{texts.share(share)}</dd>
              </div>
            ))}
          </dl>
          {props.storyAt !== null && <ToStory at={props.storyAt} />}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** A story that was made meanwhile is first heard of by the reply that was made with it. */
function useNewStory(session: ConversationSession, { story }: ContextPart): void {
  useEffect(() => {
    const { ended } = session.getView()
    const isTold = ended?.parts?.some((part) => part.kind === 'context' && part.story === story)
    const isKnown = story === null || session.getState().stories.some(({ id }) => id === story)
    if (isTold && !isKnown) void session.reload()
  }, [session, story])
}

function ToStory({ at }: { at: string }) {
  return (
    <Popover.Close
      className="mt-3 -mb-2 flex min-h-11 items-center text-13 text-cyan underline underline-offset-3 hover:text-text"
      // Once the popover has given the focus back.
      onClick={() => requestAnimationFrame(() => void goToMessage(at))}
    >
      {texts.readStory}
    </Popover.Close>
  )
}

const nameOf = (kind: ShareKind): string =>
  kind === 'reserved' ? texts.reserved : kind === 'free' ? texts.free : texts.kinds[kind]

const framed = (color: string) => ({ boxShadow: `inset 0 0 0 1px ${color}` })
const filled = (color: string, percent = 100) => ({
  background: `color-mix(in srgb, var(--color-${color}) ${percent}%, transparent)`,
})

/** Each has its words beside it; neighbours differ in lightness, too. Not classes, which every visit would fetch. */
const looks: Record<ShareKind, CSSProperties> = {
  persona: filled('magenta'),
  memory: filled('violet'),
  opening: filled('cyan', 40),
  story: filled('magenta', 45),
  turns: filled('cyan'),
  recalled: filled('violet', 50),
  passages: filled('cyan', 65),
  question: filled('text'),
  reserved: {
    ...framed('var(--color-muted)'),
    background: 'repeating-linear-gradient(135deg, var(--color-muted) 0 2px, transparent 2px 5px)',
  },
  free: framed('var(--color-line-strong)'),
}

function Bar({ shares }: { shares: readonly Share[] }) {
  return (
    <div aria-hidden="true" className="mt-4 flex h-3 gap-px">
      {shares.map(({ kind, percent }) => (
        <span key={kind} style={{ ...looks[kind], flexGrow: percent }} />
      ))}
    </div>
  )
}

const RADIUS = 6
const AROUND = 2 * Math.PI * RADIUS

function Ring({ percent }: { percent: number }) {
  return (
    <svg aria-hidden="true" width="16" height="16" viewBox="0 0 16 16" fill="none" strokeWidth="2.5">
      <circle cx="8" cy="8" r={RADIUS} stroke="var(--color-line-strong)" />
      <circle
        cx="8"
        cy="8"
        r={RADIUS}
        stroke="var(--color-cyan)"
        strokeDasharray={`${(percent / 100) * AROUND} ${AROUND}`}
        transform="rotate(-90 8 8)"
      />
    </svg>
  )
}
