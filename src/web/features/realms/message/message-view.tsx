import { memo, Suspense, useState } from 'react'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { MessageTime } from '../../../blocks/messages/message-time.tsx'
import * as blockTexts from '../../../blocks/people/texts.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import { AnswerView } from './answer-view.tsx'
import { MessageActions } from './message-actions.tsx'
import { addresses } from './message-spans.ts'
import { MessageText } from './message-text.tsx'
import { speakerOf } from './quoted.ts'
import { ReplyQuote } from './reply-quote.tsx'
import type { MessageViewProps, PlacedMessage } from './shown-message.ts'
import * as texts from './texts.ts'

/** One message of a realm, of any kind. It renders again only when something in it changes. */
export const MessageView = memo(function MessageView(props: MessageViewProps) {
  const { message } = props.placed
  const { self, leads, blocked } = props.reader
  const [opened, setOpened] = useState(false)
  if (message.kind !== 'underway' && message.withheld) {
    const concerned = leads || message.author === self
    if (!concerned || message.content === '') return null
  }
  if (!opened && blocked.has(message.author))
    return <Folded placed={props.placed} onOpen={() => setOpened(true)} />
  if (message.kind === 'answer') return <AnswerView {...props} answer={message} />
  if (message.kind === 'go-on') return <GoOnLine {...props} message={message} />
  return <PersonMessage {...props} message={message} />
})

const HeldNote = lazyPart(() => import('./held-note.tsx'))

const rise = (fresh: boolean) => (fresh ? 'animate-rise' : '')

/** A person's message: the viewer's own on the right, others' on the left (section 2). */
function PersonMessage(
  props: MessageViewProps & {
    message: Exclude<PlacedMessage['message'], { kind: 'answer' | 'go-on' }>
  },
) {
  const { message, reader, zone } = props
  const { opens, quote } = props.placed
  const own = message.author === reader.self
  const underway = message.kind === 'underway'
  const removed = !underway && message.removed
  const calls = !own && addresses(message.content, reader.self)
  const look = removed
    ? 'border-dashed border-line-strong'
    : own
      ? 'border-cyan/20 bg-cyan/9'
      : calls
        ? 'border-cyan/45 bg-[rgb(127_214_255/0.05)]'
        : 'border-line bg-[rgb(127_214_255/0.05)]'
  return (
    <li
      data-message={message.id}
      // Focusable, so that navigation can lead to it.
      tabIndex={-1}
      data-number={underway ? undefined : message.number}
      className={`group/message flex flex-wrap items-end gap-x-1 ${rise(props.fresh)} ${own ? 'flex-row-reverse' : ''} ${opens ? 'mt-5' : 'mt-1.5'}`}
    >
      {!own && (
        <p
          className={
            opens
              ? 'display mb-1.5 flex w-full items-center gap-2 text-13 leading-none font-medium tracking-[0.04em]'
              : 'sr-only'
          }
          style={{ color: personColour(message.author) }}
          title={message.author}
        >
          {!underway && opens && message.authorPictureUrl && (
            <Picture
              src={message.authorPictureUrl}
              alt=""
              width={24}
              height={24}
              loading="lazy"
              className="hexagon size-6 object-cover"
            />
          )}
          {underway ? shortAddress(message.author) : speakerOf(message)}
        </p>
      )}
      <div
        data-words=""
        aria-busy={underway}
        className={`max-w-message min-w-0 border px-4 py-3 transition-colors duration-500 group-data-[flash]/message:bg-cyan/25 ${
          own ? 'rounded-[14px_14px_3px_14px]' : 'rounded-[14px_14px_14px_3px]'
        } ${look} ${underway ? 'border-dashed' : ''}`}
      >
        {own && <p className="sr-only">{texts.youSaid}</p>}
        {quote && !removed && (
          <ReplyQuote quote={quote} self={reader.self} onGo={reader.goTo} blocked={reader.blocked} />
        )}
        {removed ? (
          <p className="text-sm text-muted italic">{message.down ? texts.messageTakenDown : texts.removed}</p>
        ) : (
          <div className="max-w-[70ch] text-base [overflow-wrap:anywhere]">
            <MessageText text={message.content} agents={reader.agents} self={reader.self} />
          </div>
        )}
        <div className="mt-2 flex">
          <MessageTime of={message.createdAt} zone={zone} />
        </div>
        {underway && <p className="sr-only">{texts.sending}</p>}
        {!underway && message.withheld && (
          <Suspense fallback={null}>
            <HeldNote message={message} reader={reader} />
          </Suspense>
        )}
      </div>
      <MessageActions message={message} reader={reader} current={props.current} before={own} />
    </li>
  )
}

function GoOnLine(props: MessageViewProps & { message: Extract<RealmMessage, { kind: 'go-on' }> }) {
  const { message, zone, fresh } = props
  return (
    <li
      data-message={message.id}
      tabIndex={-1}
      data-number={message.number}
      className={`mt-5 flex items-center gap-4 text-13 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line ${rise(fresh)}`}
    >
      <p className="max-w-message text-center">
        <span style={{ color: personColour(message.author) }} title={message.author}>
          {speakerOf(message)}
        </span>
        {texts.letAgentsContinue}
        <MessageTime of={message.createdAt} zone={zone} />
      </p>
    </li>
  )
}

/** The hue is derived from the address, and is light enough to read on the background. */
function personColour(address: string): string {
  let hue = 0
  for (const character of address) hue = (hue * 31 + character.charCodeAt(0)) % 360
  return `oklch(0.8 0.11 ${hue})`
}

function Folded({ placed, onOpen }: { placed: PlacedMessage; onOpen: () => void }) {
  const { message, opens } = placed
  return (
    <li
      data-message={message.id}
      tabIndex={-1}
      data-number={message.kind === 'underway' ? undefined : message.number}
      className={`text-13 text-muted ${opens ? 'mt-5' : 'mt-1.5'}`}
    >
      <button
        type="button"
        className="min-h-8 text-left underline-offset-3 hover:text-soft hover:underline max-md:min-h-11"
        onClick={onOpen}
      >
        {blockTexts.hidden}
        <span className="text-cyan"> · {blockTexts.show}</span>
      </button>
    </li>
  )
}
