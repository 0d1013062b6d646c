import { useState } from 'react'
import type { Analytics } from '../../../../shared/analytics.ts'
import { Link } from '../../../lib/router/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { Portrait } from '../../../ui/picture/picture.tsx'
import { formatCount, formatShare, formatTime } from '../charts/format-numbers.ts'
import { type ControlAddress, controlAddress } from '../control-address.ts'
import * as texts from '../texts.tsx'
import { Figure, FigureRow, FigureTable } from './figure-table.tsx'

/** The number of agents that are shown before the list is expanded. */
const AT_FIRST = 8

type Listed = Analytics['agents'][number]

const columns: readonly { name: string; of: (totals: Listed['totals']) => string | null }[] = [
  { name: texts.messages, of: ({ messages }) => formatCount(messages) },
  { name: texts.conversations, of: ({ conversations }) => formatCount(conversations) },
  { name: texts.people, of: ({ people }) => formatCount(people) },
  { name: texts.failed, of: ({ failed }) => formatCount(failed) },
  {
    name: texts.failureRate,
    of: ({ failed, finished, stopped, interrupted }) =>
      formatShare(failed, failed + finished + stopped + interrupted),
  },
  { name: texts.firstWordsMedian, of: ({ firstWordsP50 }) => timeOrNone(firstWordsP50) },
  { name: texts.firstWordsP95, of: ({ firstWordsP95 }) => timeOrNone(firstWordsP95) },
  { name: texts.words, of: ({ words }) => formatCount(words) },
  { name: texts.upvotes, of: ({ upvotes }) => formatCount(upvotes) },
]

const timeOrNone = (time: number | null) => (time === null ? null : formatTime(time))

/** All agents in a table, the most asked first; each name links to the agent's analytics and controls. */
export function AgentTable({ agents, address }: { agents: readonly Listed[]; address: ControlAddress }) {
  const [whole, setWhole] = useState(false)
  const shown = whole ? agents : agents.slice(0, AT_FIRST)
  return (
    <section aria-labelledby="agents" className="panel hairline cut grid min-w-0 gap-3 py-5">
      <div className="px-5">
        <h2 id="agents" className="text-lg leading-snug font-semibold">
          {texts.yourAgents}
        </h2>
        <p className="mt-1 text-13 text-muted">{texts.yourAgentsAbout}</p>
      </div>
      <FigureTable label={texts.comparison} first={texts.agent} columns={columns.map(({ name }) => name)}>
        {shown.map(({ id, name, imageUrl, totals }) => (
          <FigureRow
            key={id}
            first={
              <Link
                to={controlAddress({ ...address, agent: id })}
                className="display flex min-h-14 w-40 items-center gap-3 text-14 leading-snug font-semibold outline-offset-[-3px] hover:text-cyan"
              >
                <Portrait src={imageUrl} size={36} loading="lazy" className="size-9" />
                <span className="line-clamp-2 min-w-0 wrap-anywhere" title={name}>
                  {name}
                </span>
              </Link>
            }
          >
            {columns.map((column) => (
              <Figure key={column.name}>
                {column.of(totals) ?? <span className="text-muted">{texts.noneYet}</span>}
              </Figure>
            ))}
          </FigureRow>
        ))}
      </FigureTable>
      {agents.length > shown.length && (
        <div className="px-5">
          <Button size="small" className="max-md:min-h-11" onClick={() => setWhole(true)}>
            {texts.showAll(formatCount(agents.length))}
          </Button>
        </div>
      )}
    </section>
  )
}
