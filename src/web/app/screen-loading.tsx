/** Stands where a screen will be while its code arrives; says so to a screen reader, and only hints at it to the eye. */
export function ScreenLoading() {
  return (
    <div className="wrap py-14" aria-busy="true">
      <p className="sr-only" role="status">
        Loading
      </p>
      <div className="skeleton h-10 w-72 max-w-full" />
      <div className="skeleton mt-4 h-4 w-96 max-w-full" />
    </div>
  )
}
