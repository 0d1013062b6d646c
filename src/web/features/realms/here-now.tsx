/** How many are in a realm at this moment, with the light of what is alive. Where nobody is, it says so quietly or not at all. */
export function HereNow(props: { count: number; nobody?: string; className?: string }) {
  const { count, nobody, className = '' } = props
  if (count === 0) return nobody === undefined ? null : <span className={className}>{nobody}</span>
  return (
    <span className={`flex items-center gap-2 tabular-nums ${className}`}>
      <span aria-hidden="true" className="dot dot-live [--hue:var(--color-good)]" />
      <span className="text-soft">{`${count.toLocaleString('en-US')} here now`}</span>
    </span>
  )
}
