import { memo } from 'react'
import { shortAddress } from '../short-address.ts'
import { clockTime, type PlacedMessage, type Zone } from './message-days.ts'

/** One message: the reader's own on the right, others' on the left. Its words are plain text. */
export const MessageView = memo(function MessageView(props: {
  message: PlacedMessage['message']
  /** Whether the author is named at it. */
  opens: boolean
  own: boolean
  /** Whether it is still on its way to the realm. */
  underway: boolean
  /** Whether it came in while the list was open. */
  fresh: boolean
  zone: Zone
}) {
  const { message, opens, own, underway, fresh, zone } = props
  return (
    <li
      className={`flex flex-col ${fresh ? 'animate-rise' : ''} ${own ? 'items-end' : 'items-start'} ${opens ? 'mt-5' : 'mt-1.5'}`}
    >
      {!own && (
        <p
          className={
            opens
              ? 'display mb-1.5 text-[13px] leading-none font-medium tracking-[0.04em] text-violet'
              : 'sr-only'
          }
          title={message.author}
        >
          {shortAddress(message.author)}
        </p>
      )}
      <div
        aria-busy={underway}
        className={`max-w-message border px-4 py-3 transition-opacity duration-200 ${
          own
            ? 'rounded-[14px_14px_3px_14px] border-cyan/20 bg-cyan/9'
            : 'rounded-[14px_14px_14px_3px] border-line bg-[rgb(127_214_255/0.05)]'
        } ${underway ? 'border-dashed' : ''}`}
      >
        {own && <p className="sr-only">You said:</p>}
        <p className="max-w-[70ch] text-base break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
          {message.content}
        </p>
        <time
          dateTime={message.createdAt}
          className={`display mt-2 block text-[11px] leading-none font-medium tracking-[0.08em] text-muted tabular-nums ${zone === 'utc' ? 'invisible' : ''}`}
        >
          {clockTime(message.createdAt, zone)}
        </time>
        {underway && <p className="sr-only">On its way</p>}
      </div>
    </li>
  )
})
