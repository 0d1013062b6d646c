import { column } from '../../../ui/column.ts'

/** The messages' shape while they are on the way. */
export function MessagesLoading() {
  return (
    <div aria-busy="true" className="min-h-0 flex-1">
      <p role="status" className="sr-only">
        Loading the messages
      </p>
      <div aria-hidden="true" className={`${column} flex h-full flex-col justify-end gap-5 py-7`}>
        <div className="skeleton h-[74px] w-3/5 rounded-[14px_14px_14px_3px]" />
        <div className="skeleton h-[98px] w-2/3 rounded-[14px_14px_14px_3px]" />
        <div className="skeleton h-[74px] w-2/5 self-end rounded-[14px_14px_3px_14px]" />
      </div>
    </div>
  )
}

/** The realm's shape while it is on the way itself. */
export function RealmLoading() {
  return (
    <div aria-busy="true" className="flex h-[calc(100dvh-var(--header-height)-1px)] min-h-80 flex-col">
      <div className="border-b border-line">
        <div className={`${column} flex items-center gap-4 py-4`}>
          <div className="skeleton hexagon ml-11 size-12 flex-none" />
          <div className="grid gap-2">
            <div className="skeleton h-5 w-40" />
            <div className="skeleton h-3 w-28" />
          </div>
        </div>
      </div>
      <MessagesLoading />
    </div>
  )
}
