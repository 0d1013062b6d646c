/** Has the shape of an agent's card, so that nothing jumps when the card takes its place. */
export function AgentCardSkeleton() {
  return (
    <div aria-hidden="true" data-testid="agent-skeleton" className="panel hairline cut flex flex-col">
      <div className="skeleton aspect-[4/3]" />
      <div className="grid gap-3 p-4.5">
        <div className="skeleton h-5 w-2/5" />
        <div className="skeleton h-3.5 w-full" />
        <div className="skeleton h-3.5 w-3/4" />
        <div className="mt-2 flex gap-1.5">
          <div className="skeleton h-6 w-24" />
          <div className="skeleton h-6 w-28" />
        </div>
        <div className="skeleton h-6 w-24" />
        <div className="skeleton mt-7 h-3.5 w-full" />
      </div>
    </div>
  )
}
