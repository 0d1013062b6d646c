import type { ReactNode } from 'react'
import { useOnline } from '../../../lib/hooks/use-online.ts'
import { column } from '../../../ui/column.ts'
import { Portrait } from '../../../ui/picture/picture.tsx'
import * as texts from '../texts.tsx'

export function ChatHeader(props: {
  title: string
  subtitle: string
  pictureUrl: string
  /** Which model answers. */
  model: ReactNode
  /** Otherwise there is nothing that the page could be connected to. */
  answers: boolean
  reconnecting: boolean
  /** Whether the messages are lost with the page (`not`), or will be stored with the next question (`not yet`). */
  notKept: 'not' | 'not yet' | null
  children?: ReactNode
}) {
  return (
    <header className="border-b border-line">
      <div className={`${column} flex items-center gap-3.5 py-3 md:gap-4 md:py-4`}>
        <Portrait src={props.pictureUrl} size={48} sizes="48px" className="size-12 self-start max-md:mt-1" />
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 md:grid-cols-[minmax(0,1fr)_auto_auto]">
          <h1
            dir="auto"
            className="text-left text-lg leading-snug font-semibold [overflow-wrap:anywhere] max-md:line-clamp-3 max-md:text-15 md:truncate"
            title={props.title}
          >
            {props.title}
          </h1>
          <div className="-my-2 flex items-center justify-end max-md:-mr-3 max-md:min-h-11 forced-colors:my-0">
            {props.children}
          </div>
          {props.answers && <Transport reconnecting={props.reconnecting} />}
          <div className="gap-x-3 gap-y-1 max-md:contents md:col-span-3 md:flex md:flex-wrap md:items-center md:justify-between">
            <p className="label leading-[1.4] [overflow-wrap:normal] col-start-1 max-md:row-start-2">
              {props.subtitle}
            </p>
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-xs leading-[1.4] text-muted col-span-2">
              {props.notKept && (
                <p className="text-soft">
                  {props.notKept === 'not yet' ? texts.notSavedYetYourNext : texts.notSavedEndsWhenYou}
                </p>
              )}
              {props.model}
            </div>
          </div>
        </div>
      </div>
    </header>
  )
}

function Transport({ reconnecting }: { reconnecting: boolean }) {
  const online = useOnline()
  const stands = online && !reconnecting
  return (
    <p
      className={`label flex flex-none items-center gap-2 max-md:col-start-2 max-md:row-start-2 max-md:justify-end md:justify-self-end ${stands ? 'text-good' : 'text-warning'}`}
    >
      <span
        aria-hidden="true"
        className={`dot dot-live ${stands ? '[--hue:var(--color-good)]' : '[--hue:var(--color-warning)]'}`}
      />
      {online ? (reconnecting ? 'RECONNECTING' : 'CONNECTED') : texts.offline}
    </p>
  )
}
