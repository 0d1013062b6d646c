import { column } from '../../../ui/column.ts'
import * as texts from '../texts.ts'

export function RealmLoading() {
  return (
    <div
      aria-busy="true"
      className="mx-auto flex h-[calc(100dvh-var(--header-height)-1px)] min-h-80 min-[68.75rem]:max-w-(--measure)"
    >
      <p role="status" className="sr-only">
        {texts.loadingRealm}
      </p>
      <div aria-hidden="true" className="flex min-w-0 flex-1 flex-col">
        <div className="border-b border-line">
          <div className={`${column} flex items-center gap-4 py-3 md:py-4`}>
            <div className="skeleton hexagon ml-11 size-12 flex-none max-sm:hidden" />
            <div className="grid min-h-12 content-center gap-2 max-sm:ml-9">
              <div className="skeleton h-5 w-40" />
              <div className="skeleton h-3 w-28" />
            </div>
          </div>
        </div>
        <div className={`${column} flex min-h-0 flex-1 flex-col justify-end gap-5 py-7`}>
          <div className="skeleton h-[74px] w-3/5 rounded-[14px_14px_14px_3px]" />
          <div className="skeleton h-[74px] w-2/5 self-end rounded-[14px_14px_3px_14px]" />
        </div>
      </div>
      <div
        aria-hidden="true"
        className="w-[312px] flex-none border-l border-line py-6 pr-8 pl-6 max-[68.6875rem]:hidden"
      >
        <div className="skeleton h-40" />
      </div>
    </div>
  )
}
