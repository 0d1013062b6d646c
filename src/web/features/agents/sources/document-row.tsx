import type { ReactNode } from 'react'

/** What a document can do goes with it, or while it is done: the section's field has the focus that a button of it had. */
const toField = (actions: HTMLElement | null) => () => {
  if (!actions?.contains(document.activeElement)) return
  actions.closest('section')?.querySelector<HTMLElement>('input[type="file"]')?.focus({ preventScroll: true })
}

export function DocumentRow(props: {
  name: ReactNode
  size?: string
  /** The progress in words; failures are highlighted. */
  state: string
  tone?: 'quiet' | 'busy' | 'bad'
  /** From 0 to 1; null while the progress is not known. */
  progress?: number | null | undefined
  actions: ReactNode
  children?: ReactNode
}) {
  const { tone = 'quiet', progress } = props
  const colour = { quiet: 'text-muted', busy: 'text-cyan', bad: 'text-[#ff8ba0]' }[tone]
  return (
    <li className="grid gap-1.5 py-3.5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="grid min-w-0 flex-1 basis-56 gap-1">
          <div className="text-15 leading-snug [overflow-wrap:anywhere]">{props.name}</div>
          <p className={`text-13 leading-snug ${colour}`}>
            {props.state}
            {props.size && <span className="text-muted">{` · ${props.size}`}</span>}
          </p>
        </div>
        {props.actions && (
          <div ref={toField} className="-my-1 flex flex-none max-md:-ml-3">
            {props.actions}
          </div>
        )}
      </div>
      {progress !== undefined && (
        <div aria-hidden="true" className="h-[3px] overflow-hidden bg-cyan/12">
          <div
            className={`h-full bg-cyan ${progress === null ? 'w-1/4 animate-pulse-soft' : 'transition-[width] duration-300'}`}
            style={progress === null ? undefined : { width: `${Math.round(progress * 100)}%` }}
          />
        </div>
      )}
      {props.children}
    </li>
  )
}
