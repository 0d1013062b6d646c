import type { Realm } from '../../../../shared/realms.ts'
import { RealmSigil } from '../realm-sigil.tsx'

/** What the realm is for stands where it begins. */
export function RealmBeginning({ realm }: { realm: Realm }) {
  return (
    <div className="flex gap-4 pb-6">
      <RealmSigil id={realm.id} className="size-11" />
      <div className="min-w-0 max-w-[70ch]">
        <p className="display text-[15px] font-semibold wrap-anywhere">{`The beginning of ${realm.name}`}</p>
        <p className="mt-1 text-sm whitespace-pre-wrap wrap-anywhere text-soft">{realm.description}</p>
      </div>
    </div>
  )
}

/** Section 2: the texts of a realm in which nothing was said. */
export function NothingSaid({ realm, mayTakePart }: { realm: Realm; mayTakePart: boolean }) {
  return (
    <div className="grid flex-1 content-center justify-items-center gap-4 py-6 text-center">
      <RealmSigil id={realm.id} className="size-20" />
      <h2 className="mt-1 text-2xl font-semibold">No messages yet</h2>
      <p className="text-soft">
        {mayTakePart ? 'The first words can be yours.' : 'Connect wallet to participate in chat'}
      </p>
      {realm.description && (
        <p className="max-w-[52ch] text-sm whitespace-pre-wrap wrap-anywhere text-muted">
          {realm.description}
        </p>
      )}
    </div>
  )
}
