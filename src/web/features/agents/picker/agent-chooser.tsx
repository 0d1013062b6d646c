import { useRef } from 'react'
import { categoryNames } from '../../../../shared/agents/agent-defaults.ts'
import { FailedNote } from '../../../blocks/list/instead.tsx'
import { ListView, RowSkeleton, Skeletons } from '../../../blocks/list/list-view.tsx'
import { counted } from '../../../lib/counted.ts'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import * as agentTexts from '../texts.ts'
import type { ChoosableAgent } from './choosable-agents.ts'
import { agentsFailed, NoAgents } from './no-agents.tsx'
import * as texts from './texts.ts'
import { useAgentChooser } from './use-agent-chooser.ts'

/** The labels of the choice: before it is made, while it is pending, and after it. */
interface ChoiceWords {
  choose: string
  pending: string
  taken: string
}

const invitation: ChoiceWords = { choose: 'Invite', pending: 'Inviting', taken: texts.alreadyHere }

interface AgentChooserProps {
  taken: readonly string[]
  /** The id of the chosen agent while the choice is pending. */
  pendingId: string | undefined
  onChoose: (agent: ChoosableAgent) => void
  /** Replaces the labels of an invitation. */
  words?: ChoiceWords
}

/** Lists the agents that the viewer can see, to choose one. */
export default function AgentChooser(props: AgentChooserProps) {
  const { search, query, problem, choice } = useAgentChooser()
  const searchBox = useRef<HTMLInputElement>(null)
  const clear = () => {
    search.clear()
    searchBox.current?.focus()
  }
  return (
    <div className="grid min-h-[min(60dvh,560px)] content-start gap-4">
      <search>
        <SearchBox
          name="agents"
          ref={searchBox}
          text={search.text}
          problem={problem}
          onType={search.type}
          onCommit={search.searchNow}
          label={texts.searchLabel}
          placeholder={texts.searchPlaceholder}
        />
      </search>
      <ListView
        list={choice}
        as="div"
        className="grid gap-5"
        words={{
          empty: agentTexts.noMatchAloud,
          count: (groups) => counted(groups.flatMap(({ agents }) => agents).length, 'agent'),
        }}
        loading={
          <ul className="grid gap-1">
            <Skeletons
              of={
                <RowSkeleton
                  className="items-center gap-3.5 py-2.5"
                  picture="size-11"
                  text="grid gap-2"
                  lines={['h-3.5 w-2/5', 'h-3 w-4/5']}
                />
              }
            />
          </ul>
        }
        empty={<NoAgents text={query ? texts.nothing : texts.noAgents} clear={query ? clear : undefined} />}
        failed={(failure) => <FailedNote {...agentsFailed} failure={failure} />}
      >
        {(groups) => groups.map((group) => <Group key={group.name} {...group} {...props} />)}
      </ListView>
    </div>
  )
}

function Group(props: AgentChooserProps & { name: string; agents: readonly ChoosableAgent[] }) {
  return (
    <div>
      <h3 className="label pb-1.5">{props.name}</h3>
      <ul aria-label={props.name}>
        {props.agents.map((agent) => (
          <Row
            key={agent.id}
            agent={agent}
            taken={props.taken.includes(agent.id)}
            pending={props.pendingId === agent.id}
            words={props.words ?? invitation}
            onChoose={() => props.onChoose(agent)}
          />
        ))}
      </ul>
    </div>
  )
}

function Row(props: {
  agent: ChoosableAgent
  taken: boolean
  pending: boolean
  words: ChoiceWords
  onChoose: () => void
}) {
  const { agent, taken, pending, words } = props
  return (
    <li
      className={`relative -mx-3 flex items-center gap-3.5 px-3 py-2.5 transition-colors ${taken ? '' : 'hover:bg-cyan/5'}`}
    >
      <Picture
        src={agent.pictureUrl}
        alt=""
        width={44}
        height={44}
        loading="lazy"
        className={`hexagon size-11 flex-none object-cover ${taken ? 'opacity-50' : ''}`}
      />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="display truncate text-15 leading-snug font-semibold" title={agent.name}>
          {agent.name}
        </p>
        <p className="truncate text-13 text-muted">{agent.description || categoryNames[agent.category]}</p>
      </div>
      {taken ? (
        <p className={`${action} text-muted`}>{words.taken}</p>
      ) : (
        // The hit area of the button is the whole row.
        <button
          type="button"
          aria-disabled={pending}
          onClick={() => pending || props.onChoose()}
          className={`${action} text-cyan outline-none after:absolute after:inset-0 hover:text-white focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-cyan`}
        >
          {pending ? words.pending : words.choose}
          <span className="sr-only">{` ${agent.name}`}</span>
        </button>
      )}
    </li>
  )
}

const action = 'display flex-none text-xs font-semibold tracking-[0.12em] uppercase'
