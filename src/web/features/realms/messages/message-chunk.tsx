import { memo } from 'react'
import { DayHeading } from '../../../blocks/messages/message-days.tsx'
import type { Zone } from '../../../lib/clock.ts'
import { MessageView } from '../message/message-view.tsx'
import type { Reader } from '../message/shown-message.ts'
import * as realmTexts from '../texts.ts'
import { type Chunk, numberOf, type Run } from './message-chunks.ts'
import * as texts from './texts.ts'

/** A piece of the log. It renders again only when something in it changes. */
export const MessageChunk = memo(function MessageChunk(props: {
  chunk: Chunk
  reader: Reader
  zone: Zone
  /** Messages with a greater number, and those without one, were added while the list was open. */
  openedAt: number
  /** The id of the message whose menu button is in the tab order, if it is in this chunk. */
  current: string | undefined
  /** Whether the browser may skip rendering the chunk while it is off screen. */
  settled: boolean
}) {
  return (
    <div
      data-group=""
      className={`-mx-3 px-3 ${props.settled ? '[contain-intrinsic-block-size:auto_4000px] [content-visibility:auto]' : ''}`}
    >
      {props.chunk.runs.map((run) => (
        <div key={run.key}>
          <RunHeading run={run} />
          <ol className="flex flex-col">
            {run.messages.map((placed) => (
              <MessageView
                key={placed.message.id}
                placed={placed}
                reader={props.reader}
                zone={props.zone}
                fresh={(numberOf(placed.message) ?? Number.POSITIVE_INFINITY) > props.openedAt}
                current={placed.message.id === props.current}
              />
            ))}
          </ol>
        </div>
      ))}
    </div>
  )
})

function RunHeading({ run }: { run: Run }) {
  return (
    <>
      {run.day && <DayHeading day={run.day} />}
      {run.isNew && (
        <h2
          data-first-new=""
          className="label mt-4 flex items-center gap-4 py-2 text-cyan before:h-px before:flex-1 before:bg-cyan/45 after:h-px after:flex-1 after:bg-cyan/45"
        >
          {texts.unreadMark}
          <span className="sr-only"> {realmTexts.freshMessages}</span>
        </h2>
      )}
    </>
  )
}
