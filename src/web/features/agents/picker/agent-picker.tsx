import { useState } from 'react'
import { FailedNote } from '../../../blocks/list/instead.tsx'
import { ListView, Skeletons } from '../../../blocks/list/list-view.tsx'
import { counted } from '../../../lib/counted.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ArrowRightIcon } from '../../../ui/icons.tsx'
import * as agentTexts from '../texts.ts'
import { AgentRow, AgentRowSkeleton } from './agent-row.tsx'
import { agentsFailed, NoAgents } from './no-agents.tsx'
import type { OfferedGroup } from './offered-agents.ts'
import * as texts from './texts.ts'
import type { Offer } from './use-agent-offer.ts'

/** The number of favourites shown at first, one for each keyboard shortcut. */
const FIRST_FAVOURITES = 9

interface AgentPickerProps {
  offer: Offer
  /** Whether there are more than are offered. */
  goesOn: boolean
  favourites: ReadonlySet<string> | undefined
  query: string
  /** The keyboard shortcut that starts a chat with an agent; undefined for those without one. */
  keyOf: (id: string) => string | undefined
  onClearSearch: () => void
  /** Whether no conversations are shown beside it, so that two columns fit. */
  alone: boolean
}

/** Decision 23: the agents with which a conversation can be started. */
export function AgentPicker(props: AgentPickerProps) {
  const { offer, query } = props
  return (
    <section aria-labelledby="begin" className="grid min-w-0 content-start gap-2.5">
      <h2 id="begin" className="flex min-h-11 items-center text-lg leading-snug font-semibold">
        {query ? agentTexts.agents : texts.startWith}
      </h2>
      <ListView
        list={offer}
        as="div"
        className={query ? '' : strip}
        words={{
          empty: agentTexts.noMatchAloud,
          count: (groups) => counted(groups.flatMap(({ agents }) => agents).length, 'agent'),
          more: '',
        }}
        loading={
          <ul className={listOf(props)}>
            <Skeletons of={<AgentRowSkeleton inStrip={!query} />} />
          </ul>
        }
        empty={
          <NoAgents
            className="px-3"
            text={query ? texts.chooserNothing : texts.noAgents}
            clear={query && props.alone ? props.onClearSearch : undefined}
          />
        }
        failed={(failure) => <FailedNote {...agentsFailed} className="px-3 py-6" failure={failure} />}
        end={
          props.goesOn && (
            <ButtonLink
              to={query ? `/vacant?query=${encodeURIComponent(query)}` : '/vacant'}
              tone="quiet"
              size="small"
              className="justify-self-start max-lg:-ml-3.5 max-md:min-h-11"
            >
              {texts.seeAllInMatrix}
              <ArrowRightIcon width={15} height={15} />
            </ButtonLink>
          )
        }
      >
        {(groups) => groups.map((group) => <Group key={group.name} group={group} {...props} />)}
      </ListView>
    </section>
  )
}

/** On a phone a row that scrolls horizontally, so that the content below it stays reachable; otherwise a column. */
const strip =
  'relative -mx-4.5 flex snap-x scroll-px-4.5 gap-1 overflow-x-auto px-4.5 pt-1.5 pb-2 lg:mx-0 lg:grid lg:snap-none lg:gap-4 lg:overflow-visible lg:px-0 lg:pt-0 lg:pb-0'

const listOf = ({ query, alone }: AgentPickerProps) =>
  `${query ? 'grid' : 'flex gap-1 lg:grid lg:gap-0'} ${alone ? 'lg:grid-cols-2 lg:gap-x-9' : ''}`

/** In the row the groups follow one another, known agents first, without headings. */
function Group({ group, ...props }: AgentPickerProps & { group: OfferedGroup }) {
  const { query, favourites } = props
  const [all, setAll] = useState(false)
  const isLong = group.name === 'Favourites' && group.agents.length > FIRST_FAVOURITES && !all
  return (
    <div className="flex gap-1 lg:grid lg:gap-1.5">
      {!query && <h3 className="label px-3 max-lg:sr-only">{group.name}</h3>}
      <ul aria-label={group.name} className={`${listOf(props)} ${query ? 'w-full' : ''}`}>
        {(isLong ? group.agents.slice(0, FIRST_FAVOURITES) : group.agents).map((agent, index) => (
          <AgentRow
            key={agent.id}
            agent={agent}
            kept={favourites?.has(agent.id)}
            shortcut={props.keyOf(agent.id)}
            query={query}
            eager={index < 6}
          />
        ))}
      </ul>
      {isLong && (
        <Button
          tone="quiet"
          size="small"
          className="flex-none self-center lg:justify-self-start max-md:min-h-11"
          onClick={() => setAll(true)}
        >
          {texts.allFavourites(group.agents.length)}
        </Button>
      )}
    </div>
  )
}
