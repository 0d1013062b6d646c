import type { ReactNode } from 'react'

/**
 * Stands in place of a whole screen.
 * @param props.alert something failed, which is announced; otherwise there is nothing at the address
 */
export function DeadEnd(props: {
  label: string
  hue?: 'text-cyan' | 'text-magenta'
  title: string
  text: ReactNode
  alert?: boolean
  children: ReactNode
}) {
  const { alert = false } = props
  return (
    <section
      role={alert ? 'alert' : undefined}
      className={`wrap grid place-content-center justify-items-start gap-5 py-16 ${alert ? 'min-h-[60dvh]' : 'min-h-[calc(100dvh-var(--header-height)-1px)]'}`}
    >
      <p className={`label ${alert ? 'text-bad' : (props.hue ?? 'text-cyan')}`}>{props.label}</p>
      <h1 className={`font-bold ${alert ? 'text-3xl' : 'text-[clamp(32px,5vw,56px)] leading-none'}`}>
        {props.title}
      </h1>
      <p className={`max-w-[52ch] text-soft ${alert ? '' : 'text-17'}`}>{props.text}</p>
      <div className="flex flex-wrap gap-3">{props.children}</div>
    </section>
  )
}
