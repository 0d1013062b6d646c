import { useNowUntil } from '../../../lib/use-now-until.ts'
import { useOnline } from '../../../lib/use-online.ts'
import type { Trouble } from '../conversation/conversation.ts'
import { troubleText } from '../conversation/trouble.ts'

/** Stands over the composer when a message came back into it: why it was not taken. */
export function Refusal({ trouble }: { trouble: Trouble }) {
  const online = useOnline()
  const now = useNowUntil(trouble.kind === 'limited' ? trouble.retryAt : null)
  return (
    <p role="alert" className="mb-2 px-1 text-sm text-warning">
      {troubleText(trouble, now, online)}
    </p>
  )
}
