import { platformRules, type StoredBrief } from '../../../../shared/social.ts'
import { useMinute } from '../../../lib/hooks/use-minute.ts'
import { lastUsed } from '../../../lib/last-used.ts'
import { Link } from '../../../lib/router/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { TrashIcon } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import { briefAddress } from '../desk/use-drafts.ts'

/** One kept brief: all of it is the link of its topic; what deletes it lies above that link. */
export function BriefItem(props: { brief: StoredBrief; current: boolean; onDelete: () => void }) {
  const { brief, current } = props
  const minute = useMinute()
  const count = brief.drafts.length
  return (
    <li
      className={`relative flex items-start gap-3 py-3 pl-3 transition-colors duration-200 ${current ? 'bg-cyan/8' : 'focus-within:bg-cyan/4 hover:bg-cyan/4'}`}
    >
      <Picture
        src={brief.agentImageUrl}
        alt=""
        width={36}
        height={36}
        loading="lazy"
        className={`hexagon mt-0.5 size-9 flex-none object-cover ${brief.agentAnswers ? '' : 'opacity-50 grayscale'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 text-[14.5px] leading-[1.4] wrap-anywhere">
          <Link
            to={briefAddress(brief.id)}
            state={{ sameScreen: true }}
            {...(current && { 'aria-current': 'page' })}
            className={`outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-cyan ${current ? 'text-text' : 'text-soft'}`}
          >
            {brief.topic}
          </Link>
        </p>
        <p className="mt-1 flex flex-wrap gap-x-1.5 text-[12.5px] leading-[1.5] text-muted">
          <span>{`${platformRules[brief.platform].name} · ${count} ${count === 1 ? 'draft' : 'drafts'} · ${brief.agentName}`}</span>
          {minute !== null && (
            <>
              <span aria-hidden="true">·</span>
              <time dateTime={brief.updatedAt} className="flex-none tabular-nums">
                {lastUsed(new Date(brief.updatedAt), new Date())}
              </time>
            </>
          )}
        </p>
      </div>
      <Button
        size="small"
        icon
        tone="quiet"
        className="relative z-10 max-md:size-11"
        aria-label={`Delete the drafts about ${brief.topic}`}
        onClick={props.onDelete}
      >
        <TrashIcon width={18} height={18} />
      </Button>
    </li>
  )
}

/** Has the shape of a kept brief, so that nothing jumps when it comes. */
export function BriefSkeleton() {
  return (
    <li aria-hidden="true" className="flex items-start gap-3 py-3 pl-3">
      <div className="skeleton hexagon mt-0.5 size-9 flex-none" />
      <div className="min-w-0 flex-1 py-1">
        <div className="skeleton h-3.5 w-4/5" />
        <div className="skeleton mt-2.5 h-3 w-2/5" />
      </div>
    </li>
  )
}
