import { useHere } from '../../../lib/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { DeclinedNotice } from '../declined-notice.tsx'
import type { Creation } from '../use-agent-creation.ts'

/** The button and how its last use ended. It stays in sight at the dialog's lower edge where there is the height for it. */
export function CreateFooter({ creation }: { creation: Creation }) {
  const signedIn = useHere().state === 'signed-in'
  const busy = creation.state === 'submitting' || creation.state === 'succeeded'
  return (
    <div className="bottom-0 z-10 -mx-6 -mb-6 grid gap-4 border-t border-line bg-raised px-6 pt-4 pb-5 md:-bottom-6 [@media(height>=560px)]:sticky">
      {creation.state === 'declined' && <DeclinedNotice />}
      {creation.state === 'failed' && (
        <Notice tone="bad" title="The draft was not saved.">
          {creation.detail} All that you typed is still here.
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" tone="primary" aria-disabled={busy} className="max-sm:w-full">
          {busy ? 'Creating...' : 'Create agent'}
        </Button>
        <p className="text-[13px] text-muted max-sm:w-full max-sm:text-center">
          {signedIn ? 'It starts as your draft.' : 'Your wallet signs first: the draft will be yours.'}
        </p>
      </div>
      <p role="status" className="sr-only">
        {busy && 'Creating the draft'}
      </p>
    </div>
  )
}
