import type { Realm } from '../../../../shared/realms/realms.ts'
import { RealmSigil } from '../realm-sigil.tsx'
import * as texts from './texts.ts'

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
