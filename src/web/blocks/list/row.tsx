import type { ComponentProps, ReactNode } from 'react'
import { fullDayAndTime } from '../../lib/clock.ts'
import { useMinute } from '../../lib/hooks/use-minute.ts'
import { lastUsed } from '../../lib/last-used.ts'
import { Link } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { Portrait } from '../../ui/picture/picture.tsx'
import { RowSkeleton } from './list-view.tsx'

/** The link of the title covers the whole row; other controls lie above that link. */
export function Row(props: {
  current?: boolean
  tight?: boolean
  /** Stands above it, for what follows in the list. */
  heading?: ReactNode
  children: ReactNode
}) {
  const { current, tight } = props
  return (
    <li>
      {props.heading}
      <div
        className={`relative flex items-start ${tight ? 'gap-1' : 'gap-3'} py-3 pl-3 transition-colors duration-200 ${current ? 'bg-cyan/8' : 'focus-within:bg-cyan/4 hover:bg-cyan/4'}`}
      >
        {props.children}
      </div>
    </li>
  )
}

export function RowTitle(props: {
  link: Omit<ComponentProps<typeof Link>, 'children' | 'className' | 'aria-current'>
  current?: boolean
  bright?: boolean
  children: ReactNode
}) {
  const { current, bright = current } = props
  return (
    <p className="line-clamp-2 text-left text-[0.90625rem] leading-[1.4] wrap-anywhere">
      <Link
        {...props.link}
        {...(current && { 'aria-current': 'page' })}
        className={`outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-cyan ${bright ? 'text-text' : 'text-soft'}`}
      >
        {props.children}
      </Link>
    </p>
  )
}

/** @param answers whether the agent can still be asked */
export function RowPicture({ src, answers }: { src: string; answers: boolean }) {
  return (
    <Portrait
      src={src}
      size={36}
      sizes="36px"
      loading="lazy"
      className={`mt-0.5 size-9 ${answers ? '' : 'opacity-50 [filter:grayscale(1)]'}`}
    />
  )
}

/** Renders nothing in the first paint, which does not know the current time. */
export function LastUsed({ at }: { at: string }) {
  const minute = useMinute()
  if (minute === null) return null
  const date = new Date(at)
  return (
    <>
      <span aria-hidden="true">·</span>
      <time dateTime={at} title={fullDayAndTime(date)} className="flex-none tabular-nums">
        {lastUsed(date, new Date())}
      </time>
    </>
  )
}

/** @param label the accessible name */
export function DeleteButton({ label, onDelete }: { label: string; onDelete: () => void }) {
  return (
    <Button
      size="small"
      icon
      tone="quiet"
      className="relative z-10 max-md:size-11"
      aria-label={label}
      onClick={onDelete}
    >
      <TrashIcon width={18} height={18} />
    </Button>
  )
}

/** Has the row's size, so that the layout does not shift. @param withWords whether the row has a third line */
export const KeptSkeleton = ({ withWords = false }: { withWords?: boolean }) => (
  <RowSkeleton
    className="items-start gap-3 py-3 pl-3"
    picture="mt-0.5 size-9"
    text="min-w-0 py-1"
    lines={['h-3.5 w-4/5', 'mt-2.5 h-3 w-2/5', ...(withWords ? ['mt-2.5 h-3 w-3/4'] : [])]}
  />
)
