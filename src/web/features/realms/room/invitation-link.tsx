import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { LinkIcon } from './link-icon.tsx'

/** Copies the address that brings somebody here. */
export function InvitationLink({ realmId }: { realmId: string }) {
  const copy = async () => {
    const link = `${window.location.origin}/join?realm=${realmId}`
    if (await copyText(link)) toast.success('Invitation link copied')
    else toast.error(`The browser did not allow copying. The link is ${link}`)
  }
  return (
    <Button
      tone="quiet"
      size="small"
      className="flex-none max-md:min-h-11 max-md:w-11 max-md:p-0"
      aria-label="Copy invitation link"
      title="Copy invitation link"
      onClick={() => void copy()}
    >
      <LinkIcon />
      <span className="max-md:hidden">Invitation link</span>
    </Button>
  )
}
