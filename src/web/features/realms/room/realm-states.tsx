import type { Realm } from '../../../../shared/realms/realms.ts'
import { column } from '../../../ui/column.ts'
import { RealmSigil } from '../realm-sigil.tsx'
import * as realmTexts from '../texts.ts'
import * as texts from './texts.ts'

export function RealmLoading() {
  return (
    <div
      aria-busy="true"
      className="mx-auto flex h-[calc(100dvh-var(--header-height)-1px)] min-h-80 min-[68.75rem]:max-w-(--measure)"
    >
      <p role="status" className="sr-only">
        {realmTexts.loadingRealm}
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

/** The empty state of a realm without messages (section 2). */
export function NothingSaid({ realm, hint }: { realm: Realm; hint: string | null }) {
  return (
    <div className="grid flex-1 content-center justify-items-center gap-4 py-6 text-center">
      <RealmSigil id={realm.id} className="size-20" />
      <h2 className="mt-1 text-2xl font-semibold">{texts.noMessages}</h2>
      {hint && <p className="text-soft">{hint}</p>}
      {realm.description && (
        <p className="max-w-[52ch] text-sm whitespace-pre-wrap wrap-anywhere text-muted">
          {realm.description}
        </p>
      )}
    </div>
  )
}
