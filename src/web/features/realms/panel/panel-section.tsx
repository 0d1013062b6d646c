import { type ReactNode, useId } from 'react'

export function PanelSection(props: { title: string; figure?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="border-t border-line py-5 first-of-type:border-t-0 first-of-type:pt-0"
    >
      <h3 id={id} tabIndex={-1} className="label outline-none flex items-baseline gap-2.5 pb-3">
        {props.title}
        {props.figure !== undefined && (
          <span className="text-13 tracking-[0.06em] text-soft tabular-nums">{props.figure}</span>
        )}
      </h3>
      {props.children}
    </section>
  )
}
