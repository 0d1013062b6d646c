import { LockIcon, WarningIcon } from '../../ui/icons.tsx'
import type { FileStatus } from './archive-folders.ts'
import * as texts from './texts.ts'

/** The colours of section 2: ACTIVE green, LOCKED yellow, CORRUPTED red, others neutral. */
const colours: Readonly<Record<FileStatus, string>> = {
  ACTIVE: 'text-good',
  LOCKED: 'text-warning',
  CORRUPTED: 'text-bad',
  DORMANT: 'text-soft',
  ARCHIVED: 'text-soft',
  QUARANTINED: 'text-soft',
}

/** The status in its colour and with its own symbol, so that the colour is not the only distinction. */
export function FileStatusMark({ status }: { status: FileStatus }) {
  return (
    <p className={`label inline-flex items-center gap-2 ${colours[status]}`}>
      <Mark status={status} />
      <span className="sr-only">{texts.status}</span>
      <span data-status={status}>{status}</span>
    </p>
  )
}

function Mark({ status }: { status: FileStatus }) {
  switch (status) {
    case 'ACTIVE':
      return <span aria-hidden="true" className="dot dot-live [--hue:var(--color-good)]" />
    case 'LOCKED':
      return <LockIcon width={13} height={13} strokeWidth={2.2} />
    case 'CORRUPTED':
      return <WarningIcon width={13} height={13} strokeWidth={2.2} />
    default:
      return <span aria-hidden="true" className="size-[7px] rounded-full border-[1.5px] border-current" />
  }
}

/** The status of one file on a closed folder, as a coloured mark; the open folder has its text. */
export function StatusPip({ status }: { status: FileStatus }) {
  return <span className={`h-3 w-[3px] bg-current ${colours[status]}`} />
}
