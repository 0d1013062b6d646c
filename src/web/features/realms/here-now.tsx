import * as texts from './texts.ts'

/** The number of people in a realm now. If it is 0, `nobody` is shown, or nothing. */
export function HereNow(props: { count: number; nobody?: string; className?: string }) {
  const { count, nobody, className = '' } = props
  if (count === 0) return nobody === undefined ? null : <span className={className}>{nobody}</span>
  return (
    <span className={`flex items-center gap-2 tabular-nums ${className}`}>
      <span aria-hidden="true" className="dot dot-live [--hue:var(--color-good)]" />
      <span className="text-soft">{texts.hereNow(count.toLocaleString('en-US'))}</span>
    </span>
  )
}
