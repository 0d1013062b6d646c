/** A level as a row of lit segments, with its figure. */
export function LevelBar(props: { name: string; of: string; percent: number }) {
  return (
    <div className="grid gap-2">
      <p aria-hidden="true" className="flex items-baseline justify-between text-[13px]">
        <span className="text-soft">{props.name}</span>
        <span className="display tabular-nums">{props.percent}%</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter can't be drawn as segments in every browser */}
      <div
        role="meter"
        aria-label={`${props.of}: ${props.name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={props.percent}
        aria-valuetext={`${props.percent}%`}
        className="h-[7px] bg-(--hue)/14 [mask-image:repeating-linear-gradient(90deg,#000_0_calc(2%_-_2px),transparent_calc(2%_-_2px)_2%)]"
      >
        <div className="h-full bg-(--hue)" style={{ width: `${props.percent}%` }} />
      </div>
    </div>
  )
}
