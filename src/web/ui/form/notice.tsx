import type { ReactNode } from 'react'

const looks = {
  info: 'border-cyan bg-cyan/8',
  good: 'border-good bg-good/8',
  bad: 'border-bad bg-bad/10',
}

/** A banner in the page: bad news interrupts a screen reader, anything else waits for its turn. */
export function Notice(props: {
  tone: keyof typeof looks
  title: string
  /** More to say about it. */
  children?: ReactNode
  className?: string
}) {
  return (
    <div
      role={props.tone === 'bad' ? 'alert' : 'status'}
      className={`border-l-2 px-4 py-3 ${looks[props.tone]} ${props.className ?? ''}`}
    >
      <p className="font-medium">{props.title}</p>
      {props.children && <div className="mt-1 text-sm text-soft">{props.children}</div>}
    </div>
  )
}
