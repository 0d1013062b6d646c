import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { column } from '../../../ui/column.ts'
import { ArrowDownIcon } from '../../../ui/icons.tsx'
import { dayName, daysOf, type ShownMessage } from './message-days.ts'
import { MessageView } from './message-view.tsx'
import { useNewestInView } from './use-newest-in-view.ts'
import { useZone } from './use-zone.ts'

/** What was said in a realm, oldest first under its days, standing at the newest. */
export function MessageList(props: {
  messages: readonly ShownMessage[]
  /** The reader's own message that is not in the realm yet; the last of `messages`. */
  underwayId: string | undefined
  /** The reader's wallet. */
  self: string | undefined
  /** Stands before the first message: the way to earlier ones, or the realm's beginning. */
  before: ReactNode
  /** Shown while nothing was said. */
  empty: ReactNode
}) {
  const { messages } = props
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)
  const own = newest !== undefined && newest.id === props.underwayId
  const { following, toNewest } = useNewestInView(scroller, content, newest?.id, own)
  /** What was there when the list was opened does not come in anew, and earlier messages do not either. */
  const [openedAt] = useState(newest?.createdAt ?? '')
  const zone = useZone()
  const days = useMemo(() => daysOf(messages, zone), [messages, zone])
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        tabIndex={0}
        className="flex h-full flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
      >
        <div
          ref={content}
          className={`${column} flex flex-none flex-col py-7 ${messages.length === 0 ? 'min-h-full' : ''}`}
        >
          {messages.length === 0 ? props.empty : props.before}
          {days.map((day) => (
            <div key={day.date} className="mt-4 first:mt-0">
              <h2 className="label flex items-center gap-4 py-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
                {zone === 'utc' ? '\u00a0' : dayName(day.date, new Date())}
              </h2>
              <ol className="flex flex-col">
                {day.messages.map(({ message, opens }) => (
                  <MessageView
                    key={message.id}
                    message={message}
                    opens={opens}
                    own={message.author === props.self}
                    underway={message.id === props.underwayId}
                    fresh={message.createdAt > openedAt}
                    zone={zone}
                  />
                ))}
              </ol>
            </div>
          ))}
        </div>
      </div>
      {!following && messages.length > 0 && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button
            size="small"
            className="pointer-events-auto animate-fade bg-raised max-md:min-h-11"
            onClick={() => {
              scroller.current?.focus({ preventScroll: true }) // the button goes once the newest is in view
              toNewest()
            }}
          >
            <ArrowDownIcon width={16} height={16} />
            Newest
          </Button>
        </div>
      )}
    </div>
  )
}
