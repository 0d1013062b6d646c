import { column } from '../../ui/column.ts'

/** The chat screen's shape while its entity is on the way. */
export function ChatLoading() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading the entity
      </p>
      <div className="border-b border-line">
        <div className={`${column} flex items-center gap-4 py-4`}>
          <div className="skeleton hexagon size-12 flex-none" />
          <div className="grid gap-2">
            <div className="skeleton h-5 w-40" />
            <div className="skeleton h-3 w-28" />
          </div>
        </div>
      </div>
    </div>
  )
}
