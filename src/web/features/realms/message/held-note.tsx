import { useRef, useState } from 'react'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Reader } from './shown-message.ts'
import * as texts from './texts.ts'

/** Under a held message: that it waits, or what the creator does about it. */
export default function HeldNote({ message, reader }: { message: RealmMessage; reader: Reader }) {
  const [busy, setBusy] = useState(false)
  const note = useRef<HTMLDivElement>(null)
  const tried = async (action: () => Promise<string | undefined>) => {
    if (busy) return
    setBusy(true)
    const line = note.current?.closest<HTMLElement>('[data-message]')
    const problem = await action()
    if (problem === undefined) line?.focus({ preventScroll: true })
    setBusy(false)
    if (problem !== undefined) toast.error(problem)
  }
  const { letThrough, remove } = reader.actions
  return (
    <div ref={note} className="mt-2 border-t border-warning/40 pt-2 text-13 text-warning">
      <p>{reader.leads ? texts.heldForYou : texts.heldForCreator}</p>
      {reader.leads && (
        <p className="mt-2 flex flex-wrap gap-2">
          <Button
            size="small"
            className="max-md:min-h-11"
            aria-disabled={busy}
            onClick={() => void tried(() => letThrough(message))}
          >
            {texts.letThrough}
          </Button>
          <Button
            size="small"
            tone="danger"
            className="max-md:min-h-11"
            aria-disabled={busy}
            onClick={() => void tried(() => remove(message))}
          >
            {texts.removeHeld}
          </Button>
        </p>
      )}
    </div>
  )
}
