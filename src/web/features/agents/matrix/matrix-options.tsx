import { useEffect, useRef } from 'react'
import { categoryCapabilities } from '../../../../shared/agents/agent-defaults.ts'
import { agentOrderNames, agentOrders } from '../../../../shared/agents/agent-orders.ts'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { Link, useSearchParams } from '../../../lib/router/router.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import type { AgentFilter } from '../api/agent-list.ts'
import * as agentTexts from '../texts.ts'
import { writeFilter } from './matrix-filter.ts'
import * as texts from './texts.tsx'

const OFFERED = 8

const chip =
  'inline-flex min-h-11 items-center rounded-full px-3.5 text-13 whitespace-nowrap transition-colors md:min-h-9'

/** They are links, so that they work before hydration. @param props.agents their tags are offered */
export function MatrixOptions({ filter, agents }: { filter: AgentFilter; agents: readonly AgentSummary[] }) {
  const [search] = useSearchParams()
  const to = (changed: Partial<AgentFilter>) => `?${writeFilter(search, { ...filter, ...changed })}`
  const tags = filter.tag === undefined ? offeredTags(agents) : []
  const options = useFocusAfterChoice(filter.tag)
  return (
    <div
      ref={options}
      className="flex items-center gap-x-6 gap-y-1 max-sm:flex-none max-sm:gap-x-2 sm:-mt-0.5 sm:min-w-0 sm:basis-full sm:flex-wrap"
    >
      <nav aria-label={agentTexts.order} className="flex items-center">
        {agentOrders.map((order) => {
          const isCurrent = order === (filter.order ?? 'newest')
          return (
            <Link
              key={order}
              to={to({ order })}
              {...(isCurrent && { 'aria-current': 'true' })}
              className="display inline-flex min-h-11 items-center border-b border-transparent px-2.5 text-13 tracking-[0.04em] text-soft transition-colors first:pl-0 hover:text-text aria-[current]:text-cyan md:min-h-9 max-sm:first:pl-2.5"
            >
              <span className={isCurrent ? 'border-b border-cyan' : ''}>{agentOrderNames[order]}</span>
            </Link>
          )
        })}
      </nav>
      {filter.tag !== undefined && (
        <Link
          to={to({ tag: '' })}
          aria-label={texts.removeTag(filter.tag)}
          className={`${chip} max-w-full gap-2 bg-cyan/14 text-text hover:bg-cyan/20`}
        >
          <span className="truncate">{filter.tag}</span>
          <CloseIcon width={13} height={13} className="flex-none" />
        </Link>
      )}
      {tags.length > 0 && (
        <nav
          aria-label={texts.tags}
          className="-mx-1 flex min-w-0 flex-1 gap-1.5 overflow-x-auto px-1 [scrollbar-width:none] max-sm:overflow-visible sm:[mask-image:linear-gradient(to_right,#000_calc(100%-40px),transparent)] sm:pr-10"
        >
          {tags.map((tag) => (
            <Link
              key={tag}
              to={to({ tag })}
              className={`${chip} bg-cyan/5 text-soft hover:bg-cyan/12 hover:text-text`}
            >
              {tag}
            </Link>
          ))}
        </nav>
      )}
    </div>
  )
}

/** The link that was followed is gone: what is in its place has the focus. */
function useFocusAfterChoice(tag: string | undefined) {
  const options = useRef<HTMLDivElement>(null)
  const chosen = useRef(tag)
  useEffect(() => {
    if (chosen.current !== tag && document.activeElement === document.body)
      options.current?.querySelector<HTMLElement>(':scope > a, nav:last-child > a')?.focus()
    chosen.current = tag
  }, [tag])
  return options
}

const ofCategories = new Set(Object.values(categoryCapabilities).flat())

/** Capabilities that all agents of a category have are left out. */
export function offeredTags(agents: readonly AgentSummary[]): string[] {
  const counts = new Map<string, number>()
  for (const { capabilities } of agents)
    for (const tag of new Set(capabilities))
      if (!ofCategories.has(tag)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const tags = [...counts].sort(([, one], [, other]) => other - one)
  return tags.slice(0, OFFERED).map(([tag]) => tag)
}
