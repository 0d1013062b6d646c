/** The error of the text, and its length once it is near the limit. */
export function FieldCount(props: {
  errorId: string
  error: string | undefined
  used: number | undefined
  max: number
}) {
  const { error, used } = props
  if (!error && used === undefined) return null
  return (
    <div className="mt-2 flex justify-between gap-4 px-1 text-sm">
      <p id={props.errorId} role="alert" className="text-[#ff8ba0]">
        {error}
      </p>
      <UsedCount used={used} max={props.max} isBad={error !== undefined} />
    </div>
  )
}

/** Renders nothing while `used` is undefined: the limit is far. */
export function UsedCount({ used, max, isBad }: { used: number | undefined; max: number; isBad: boolean }) {
  if (used === undefined) return null
  return (
    <p className={`flex-none tabular-nums ${isBad ? 'text-[#ff8ba0]' : 'text-muted'}`}>
      {`${used.toLocaleString('en-US')} / ${max.toLocaleString('en-US')}`}
    </p>
  )
}
