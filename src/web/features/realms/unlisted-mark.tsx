import { EyeOffIcon } from '../../ui/icons.tsx'
import * as texts from './texts.ts'

/** Marks an unlisted realm, which is reached only by its link. */
export function UnlistedMark() {
  return (
    <span className="inline-flex items-center gap-1.5">
      <EyeOffIcon width={13} height={13} />
      {texts.unlisted}
    </span>
  )
}
