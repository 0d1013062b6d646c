import { categoryNames } from '../../../../shared/agents/agent-defaults.ts'
import { RowSkeleton } from '../../../blocks/list/list-view.tsx'
import { arrowLink } from '../../../lib/hooks/use-arrow-links.ts'
import { Link } from '../../../lib/router/router.tsx'
import { Keycap } from '../../../ui/keycap.tsx'
import { MarkedText } from '../../../ui/marked-text.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import { FavouriteStar } from '../favourite/favourite-star.tsx'
import type { OfferedAgent } from './offered-agents.ts'

/** An agent to start a conversation with: compact in the row of a narrow screen, except as a search result. */
export function AgentRow(props: {
  agent: OfferedAgent
  /** Whether it is a favourite; undefined while it is not known. */
  kept: boolean | undefined
  /** The keyboard shortcut that starts a chat with it. */
  shortcut: string | undefined
  query: string
  /** Whether the picture is likely to be visible at first. */
  eager: boolean
}) {
  const { agent, query, shortcut } = props
  const look = query ? row : tile
  const second = agent.excerpt ?? (agent.category && categoryNames[agent.category])
  return (
    <li className={`relative transition-colors hover:bg-cyan/4 ${look.item}`}>
      <Link
        to={`/chat/${agent.id}`}
        {...arrowLink}
        {...(shortcut && { 'aria-keyshortcuts': shortcut })}
        className={`flex min-w-0 focus-visible:-outline-offset-3 ${look.link}`}
      >
        <Picture
          src={agent.pictureUrl}
          alt=""
          width={56}
          height={56}
          sizes="56px"
          loading={props.eager ? 'eager' : 'lazy'}
          className={`hexagon flex-none object-cover ${look.picture}`}
        />
        <span className={`grid min-w-0 gap-0.5 ${query ? 'flex-1' : 'w-full lg:w-auto lg:flex-1'}`}>
          <span className={`display truncate leading-snug font-semibold ${look.name}`} title={agent.name}>
            <MarkedText text={agent.name} query={query} />
          </span>
          <span
            className={`text-13 text-muted ${agent.excerpt ? 'line-clamp-2 leading-[1.4]' : 'truncate'} ${query ? '' : 'max-lg:hidden'}`}
          >
            {second && <MarkedText text={second} query={agent.excerpt ? query : ''} />}
          </span>
        </span>
      </Link>
      <FavouriteStar agent={agent} kept={props.kept} className={query ? 'grid' : 'hidden lg:grid'} />
      {!query && (
        <Keycap
          className={`hidden pointer-fine:grid max-lg:absolute max-lg:top-1 max-lg:right-1 lg:mr-3 ${shortcut ? '' : 'invisible'}`}
        >
          {shortcut ?? ''}
        </Keycap>
      )}
    </li>
  )
}

const row = {
  item: 'flex items-center',
  link: 'flex-1 items-center gap-3.5 py-2.5 lg:px-3',
  picture: 'size-11',
  name: 'text-15',
}
const tile = {
  item: 'w-24 flex-none snap-start lg:flex lg:w-auto lg:items-center',
  link: 'h-full flex-col items-center gap-2 px-1 py-2 lg:h-auto lg:flex-1 lg:flex-row lg:gap-3.5 lg:px-3 lg:py-2.5',
  picture: 'size-14 lg:size-11',
  name: 'text-center text-14 lg:text-left lg:text-15',
}

/** The placeholder of an agent, so that the layout does not shift. */
export const AgentRowSkeleton = ({ inStrip }: { inStrip: boolean }) =>
  inStrip ? (
    <RowSkeleton
      className="w-24 flex-none flex-col items-center gap-2 px-1 py-2 lg:w-auto lg:flex-row lg:gap-3.5 lg:px-3 lg:py-2.5"
      picture="size-14 lg:size-11"
      text="grid w-full gap-2"
      lines={['h-3.5 w-3/4 max-lg:mx-auto lg:w-2/5', 'h-3 w-1/3 max-lg:hidden']}
    />
  ) : (
    <RowSkeleton
      className="items-center gap-3.5 py-2.5 lg:px-3"
      picture="size-11"
      text="grid gap-2"
      lines={['h-3.5 w-2/5', 'h-3 w-1/3']}
    />
  )
