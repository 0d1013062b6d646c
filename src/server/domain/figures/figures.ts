import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import type { Figures, FiguresQuery } from '../../../shared/figures.ts'
import type { Logger } from '../../base/log.ts'
import { readFigures } from '../../db/figures/read-figures.ts'
import { addFigures } from '../../db/figures/record-figures.ts'
import { sweepFigures } from '../../db/figures/sweep-figures.ts'
import { Failure } from '../failure.ts'
import { figuresCsv } from './figures-csv.ts'
import { windowOf } from './figures-window.ts'
import { presentFigures } from './present-figures.ts'
import { createRecorder, type Recorder } from './record-replies.ts'
import type { HourSums } from './sums.ts'

const DAY_MS = 86_400_000

/** More than the windows show, in milliseconds: hours for the last 24 of them, people for 30 days. */
const KEEP_HOURS_MS = 3 * DAY_MS
const KEEP_PEOPLE_MS = 32 * DAY_MS

/** How many agents one sweep looks at. */
const SWEPT_AT_ONCE = 1_000

const FIRST_AGENT = '00000000-0000-0000-0000-000000000000'

/** What happened with agents: recorded for all of them, told to the owner of each. `owner` is the session's wallet. */
export interface FiguresOfAgents extends Recorder {
  /** @throws {Failure} `not_found` for an agent that is not this owner's */
  read(owner: string, query: FiguresQuery): Promise<Figures>
  /** The same as a file. @throws {Failure} `not_found` */
  export(owner: string, query: FiguresQuery): Promise<{ filename: string; body: string }>
  /** Removes what no window shows any more, of some agents each time; to be called every few minutes. */
  sweep(): Promise<void>
}

export function createFigures(options: { sql: Sql; clock: () => Date; log: Logger }): FiguresOfAgents {
  const { sql, clock, log } = options
  const recorder = createRecorder({ store: (sums) => storeSums(sql, sums), clock, log })
  /** Somewhere, so that a server that is often started anew does not always look at the same agents. */
  let swept: string | null = randomUUID()

  async function readAll(owner: string, { agent: id, range }: FiguresQuery) {
    const window = windowOf(range, clock())
    const { step, from, to } = window
    const stored = await readFigures(sql, { owner, agent: id ?? null, step, from, to })
    if (!stored) throw new Failure('not_found', 'There is no such agent.')
    const name = id === undefined ? null : (stored.agents[0]?.name ?? null)
    return { name, figures: presentFigures(stored, range, window, id !== undefined) }
  }

  return {
    ...recorder,

    read: async (owner, query) => (await readAll(owner, query)).figures,

    async export(owner, query) {
      const { name, figures } = await readAll(owner, query)
      const about = (name ?? 'All agents').replace(/[\p{Cc}/\\:*?"<>|]/gu, ' ').trim()
      const day = clock().toISOString().slice(0, 10)
      return { filename: `${about}, ${query.range} to ${day}.csv`, body: figuresCsv(figures, name) }
    },

    async sweep() {
      const now = clock().getTime()
      swept = await sweepFigures(sql, {
        after: swept ?? FIRST_AGENT,
        agents: SWEPT_AT_ONCE,
        hoursBefore: new Date(now - KEEP_HOURS_MS),
        peopleBefore: new Date(now - KEEP_PEOPLE_MS),
      })
    },
  }
}

/** Adds sums to those that are stored: all of them, or, when it throws, none. */
export function storeSums(sql: Sql, sums: readonly HourSums[]): Promise<void> {
  const figures = sums.map(({ start, failures, firstWords, people, ...hour }) => ({
    ...hour,
    start: new Date(start).toISOString(),
    failures: Object.fromEntries(failures),
    firstWords: Object.fromEntries(firstWords),
    people: [...people],
  }))
  return addFigures(sql, figures)
}
