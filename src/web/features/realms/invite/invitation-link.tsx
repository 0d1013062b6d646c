import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'

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

/** A link of a chain. */
function LinkIcon() {
  return (
    <svg
      aria-hidden="true"
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M10 14a4 4 0 006 .4l3-3a4 4 0 00-5.7-5.7l-1.2 1.2M14 10a4 4 0 00-6-.4l-3 3a4 4 0 005.7 5.7l1.2-1.2" />
    </svg>
  )
}
