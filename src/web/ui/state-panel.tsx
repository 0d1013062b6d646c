import type { ReactNode } from 'react'

/** In place of content that is empty, locked or failed. `alert` is for failures, which screen readers announce. */
export function StatePanel(props: {
  icon?: ReactNode
  title: string
  /** Without it the title is a plain sentence. */
  heading?: 'h1' | 'h2'
  children?: ReactNode
  action?: ReactNode
  alert?: boolean
  className?: string
}) {
  const Title = props.heading ?? 'p'
  return (
    <div
      {...(props.alert && { role: 'alert' })}
      className={`panel hairline cut grid content-center justify-items-center gap-4 px-6 py-14 text-center ${props.className ?? ''}`}
    >
      {props.icon && (
        <span
          aria-hidden="true"
          className={`hexagon grid h-[58px] w-[66px] place-items-center ${props.alert ? 'bg-bad/12 text-bad' : 'bg-cyan/10 text-cyan'}`}
        >
          {props.icon}
        </span>
      )}
      <Title className="display text-lg leading-snug font-semibold text-balance">{props.title}</Title>
      {props.children && <div className="max-w-[46ch] text-balance text-soft">{props.children}</div>}
      {props.action && <div className="mt-1 flex flex-wrap justify-center gap-3">{props.action}</div>}
    </div>
  )
}
