import type { PostCount } from '../count/count-for.ts'

/** How long a text is, as its platform counts, and by how much it is too long. */
export function LaneCount({ count, id }: { count: PostCount; id: string }) {
  const { used, limit, unit, over } = count
  return (
    <p
      id={id}
      className={`display flex-none text-[13px] tabular-nums ${over > 0 ? 'text-[#ff8ba0]' : 'text-soft'}`}
    >
      <span className="font-semibold">{used.toLocaleString('en-US')}</span>
      {` / ${limit.toLocaleString('en-US')} ${unit}`}
      {over > 0 && <span className="font-semibold">{` · ${over.toLocaleString('en-US')} over`}</span>}
    </p>
  )
}

/** The same as a level: full is the platform's limit. */
export function LaneLevel({ count }: { count: PostCount }) {
  const part = Math.min(count.used / count.limit, 1)
  return (
    <div aria-hidden="true" className="h-0.5 bg-line">
      <div
        className={`h-full origin-left transition-transform duration-200 ${count.over > 0 ? 'bg-bad' : 'bg-cyan'}`}
        style={{ transform: `scaleX(${part})` }}
      />
    </div>
  )
}
