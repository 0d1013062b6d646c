/** Has the shape of a run, so that nothing jumps when it comes. */
export function RunLoading() {
  return (
    <div className="wrap grid gap-6 pt-9 pb-20 md:pt-13" aria-busy="true">
      <p role="status" className="sr-only">
        Loading the run
      </p>
      <div className="skeleton h-10 w-72 max-w-full" />
      <div className="skeleton h-4 w-96 max-w-full" />
      <div aria-hidden="true" className="grid gap-6 md:grid-cols-3">
        {[1, 2, 3].map((lane) => (
          <div key={lane} className={`grid content-start gap-3 ${lane > 1 ? 'max-md:hidden' : ''}`}>
            <div className="flex items-center gap-3">
              <div className="skeleton hexagon size-10" />
              <div className="skeleton h-3.5 w-2/5" />
            </div>
            <div className="skeleton h-3 w-4/5" />
            <div className="skeleton h-3 w-4/5" />
            <div className="skeleton h-3 w-2/5" />
          </div>
        ))}
      </div>
    </div>
  )
}
