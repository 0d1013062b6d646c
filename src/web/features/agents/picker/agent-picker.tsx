import { useRef } from 'react'
import { Link } from 'react-router'
import { categoryNames } from '../../../../shared/agents.ts'
import { LOADING_SKELETONS } from '../../../../shared/limits.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ArrowRightIcon } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import type { OfferedAgent, RecentAgent } from './offered-agents.ts'
import { useAgentPicker } from './use-agent-picker.ts'

/** Decision 23: who can be talked to: those that were talked with first, then the public agents. */
export function AgentPicker({ recent }: { recent: readonly RecentAgent[] }) {
  const { search, query, problem, offer } = useAgentPicker(recent)
  const searchBox = useRef<HTMLInputElement>(null)
  return (
    <section aria-labelledby="talk-to" className="grid min-w-0 content-start gap-2.5">
      <h2 id="talk-to" className="flex min-h-11 items-center text-lg leading-snug font-semibold">
        Talk to
      </h2>
      <search>
        <SearchBox
          name="agents"
          ref={searchBox}
          text={search.text}
          problem={problem}
          onType={search.type}
          onCommit={search.searchNow}
          label="Search agents by name or description"
          placeholder="Search agents"
        />
      </search>
      <p role="status" className="sr-only">
        {offer.state === 'full' && `${offer.recent.length + offer.listed.length} agents.`}
        {offer.state === 'empty' && 'No agents match.'}
      </p>
      {(offer.state === 'loading' || offer.state === 'full') && (
        // A row to push aside on a phone, so that what follows stays in reach; a column where there is room.
        <div
          aria-busy={offer.state === 'loading'}
          className={`-mx-4.5 flex snap-x scroll-px-4.5 gap-1 overflow-x-auto px-4.5 pt-1.5 pb-2 transition-opacity duration-200 lg:mx-0 lg:grid lg:snap-none lg:gap-4 lg:overflow-visible lg:px-0 lg:pt-2.5 lg:pb-0 ${offer.state === 'full' && offer.refreshing ? 'opacity-55' : ''}`}
        >
          {offer.state === 'loading' ? (
            <ul className={group}>
              {Array.from({ length: LOADING_SKELETONS }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
                <AgentSkeleton key={index} />
              ))}
            </ul>
          ) : (
            <>
              <Group name="Recently used" agents={offer.recent} />
              <Group name="Public agents" agents={offer.listed} />
            </>
          )}
        </div>
      )}
      {offer.state === 'full' && offer.more && (
        <ButtonLink
          to={query ? `/vacant?query=${encodeURIComponent(query)}` : '/vacant'}
          tone="quiet"
          size="small"
          className="justify-self-start max-lg:-ml-3.5 max-md:min-h-11"
        >
          All of them in the Matrix
          <ArrowRightIcon width={15} height={15} />
        </ButtonLink>
      )}
      {offer.state === 'empty' && (
        <div className="grid justify-items-start gap-4 px-3 py-6">
          <p className="text-sm text-soft">
            {query
              ? 'No public agent has that in its name or description.'
              : 'Nobody has made a public agent yet.'}
          </p>
          {query ? (
            <Button
              size="small"
              className="max-md:min-h-11"
              onClick={() => {
                search.clear()
                searchBox.current?.focus()
              }}
            >
              Clear the search
            </Button>
          ) : (
            <ButtonLink to="/create">Create an agent</ButtonLink>
          )}
        </div>
      )}
      {offer.state === 'failed' && (
        <div role="alert" className="grid justify-items-start gap-4 px-3 py-6">
          <p className="text-sm text-soft">{`The agents did not arrive. ${offer.problem}`}</p>
          <Button size="small" className="max-md:min-h-11" onClick={offer.retry}>
            Try again
          </Button>
        </div>
      )}
    </section>
  )
}

const group = 'flex gap-1 lg:grid lg:gap-0'

/** On a phone the groups stand in one row, where those that were used come first and need no heading. */
function Group({ name, agents }: { name: string; agents: readonly OfferedAgent[] }) {
  if (agents.length === 0) return null
  return (
    <div>
      <h3 className="label mb-1.5 px-3 max-lg:sr-only">{name}</h3>
      <ul aria-label={name} className={group}>
        {agents.map((agent, index) => (
          <Agent key={agent.id} agent={agent} eager={index < 6} />
        ))}
      </ul>
    </div>
  )
}

function Agent({ agent, eager }: { agent: OfferedAgent; eager: boolean }) {
  return (
    <li className="w-24 flex-none snap-start lg:w-auto">
      <Link
        to={`/chat/${agent.id}`}
        className="flex h-full flex-col items-center gap-2 px-1 py-2 text-center transition-colors hover:bg-cyan/4 focus-visible:-outline-offset-3 lg:flex-row lg:gap-3.5 lg:px-3 lg:py-2.5 lg:text-left"
      >
        <Picture
          src={agent.imageUrl}
          alt=""
          width={56}
          height={56}
          loading={eager ? 'eager' : 'lazy'}
          className="hexagon size-14 flex-none object-cover lg:size-11"
        />
        <span className="grid w-full min-w-0 gap-0.5">
          <span className="display truncate text-[14px] leading-snug font-semibold lg:text-[15px]">
            {agent.name}
          </span>
          <span className="truncate text-[13px] text-muted max-lg:hidden">
            {agent.category && categoryNames[agent.category]}
          </span>
        </span>
      </Link>
    </li>
  )
}

function AgentSkeleton() {
  return (
    <li
      aria-hidden="true"
      className="flex w-24 flex-none flex-col items-center gap-2 px-1 py-2 lg:w-auto lg:flex-row lg:gap-3.5 lg:px-3 lg:py-2.5"
    >
      <div className="skeleton hexagon size-14 flex-none lg:size-11" />
      <div className="grid w-full gap-2">
        <div className="skeleton h-3.5 w-3/4 max-lg:mx-auto lg:w-2/5" />
        <div className="skeleton h-3 w-1/3 max-lg:hidden" />
      </div>
    </li>
  )
}
