import { Suspense, useEffect, useReducer } from 'react'
import { onSuspended, useIdentity } from '../../lib/http/identity.ts'
import { optionalPart } from '../../ui/optional-part.ts'

const SuspensionNotice = optionalPart(() => import('../../blocks/statements/suspension-notice.tsx'))

/** Tells a wallet that it is suspended: when it signs in, and when something is refused for that. */
export function SuspensionSlot({ owner }: { owner: string }) {
  const isSignedInHere = useIdentity().state === 'signed-in'
  const [refusals, note] = useReducer((count: number) => count + 1, 0)
  useEffect(() => onSuspended(note), [])
  if (!isSignedInHere && refusals === 0) return null
  return (
    <Suspense>
      <SuspensionNotice key={refusals} owner={owner} insists={refusals > 0} />
    </Suspense>
  )
}
