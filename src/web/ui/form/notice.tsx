import type { ReactNode } from 'react'

const looks = {
  info: 'border-cyan bg-cyan/8',
  good: 'border-good bg-good/8',
  bad: 'border-bad bg-bad/10',
}

/** The tone `bad` interrupts a screen reader; the others are announced politely. */
export function Notice(props: {
  tone: keyof typeof looks
  title: string
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
