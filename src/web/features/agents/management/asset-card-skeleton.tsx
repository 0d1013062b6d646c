/** Has the shape of an owner's card, so that nothing jumps when the card takes its place. */
export function AssetCardSkeleton() {
  return (
    <div aria-hidden="true" className="panel hairline cut flex flex-col">
      <div className="skeleton aspect-[4/3]" />
      <div className="grid gap-3 p-4.5">
        <div className="skeleton h-5 w-2/5" />
        <div className="skeleton h-3.5 w-full" />
        <div className="skeleton h-3.5 w-3/4" />
        <div className="skeleton mt-2 h-3.5 w-full" />
        <div className="skeleton mt-4 h-9.5 w-full" />
      </div>
    </div>
  )
}
