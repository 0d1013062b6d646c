import { EyeOffIcon } from '../../ui/icons.tsx'

/** Marks a realm that opens by its link alone. */
export function UnlistedMark() {
  return (
    <span className="inline-flex items-center gap-1.5">
      <EyeOffIcon width={13} height={13} />
      Unlisted
    </span>
  )
}
