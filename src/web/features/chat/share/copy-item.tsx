import type { SharedCopy } from '../../../../shared/chat/shared-copies.ts'
import { dayAndTime } from '../../../lib/clock.ts'
import { useMinute } from '../../../lib/hooks/use-minute.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { copyPath, useTakeBackCopy } from './copies.ts'
import * as texts from './texts.ts'

interface TakeBack {
  copy: SharedCopy
  /** Called when the copy is withdrawn; its button is unmounted, so the caller must move the focus. */
  onGone: () => void
}

export function TakeBackButton({ copy, onGone, size }: TakeBack & { size?: 'small' }) {
  const takeBack = useTakeBackCopy()
  return (
    <Button
      {...(size && { size })}
      tone="danger"
      className="max-md:min-h-11"
      aria-disabled={takeBack.isPending}
      onClick={() => takeBack.isPending || takeBack.mutate(copy, { onSuccess: onGone })}
    >
      <span>
        {takeBack.isPending ? texts.stopping : texts.stopSharing}{' '}
        <span className="sr-only">{texts.theCopyOf(copy.title)}</span>
      </span>
    </Button>
  )
}

export function CopyItem(props: TakeBack) {
  const { copy } = props
  const now = useMinute()
  return (
    <li className="panel hairline cut flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 flex-[1_1_220px]">
        <p className="line-clamp-2 text-left font-semibold wrap-anywhere">{copy.title}</p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-13 text-muted">
          <span className="wrap-anywhere">{texts.Named(copy.agentName)}</span>
          <time dateTime={copy.sharedAt} className="min-w-[9ch]">
            {now === null ? '' : dayAndTime(new Date(copy.sharedAt))}
          </time>
        </p>
      </div>
      <div className="flex gap-2">
        <ButtonLink to={copyPath(copy)} size="small" className="max-md:min-h-11">
          <span>
            {texts.open} <span className="sr-only">{texts.theCopyOf(copy.title)}</span>
          </span>
        </ButtonLink>
        <TakeBackButton size="small" {...props} />
      </div>
    </li>
  )
}
