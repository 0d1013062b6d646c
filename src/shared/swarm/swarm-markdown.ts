import type { ReplyState } from '../chat/messages.ts'
import { modelMarkdown } from '../chat/model-markdown.ts'
import { callsMarkdown, exportedCall } from '../chat/tool-markdown.ts'
import { citedMarkdown, sourcesMarkdown } from '../knowledge/sources-markdown.ts'
import { closeFence, plain, timeOf } from '../text/markdown-text.ts'
import { cutText } from '../text/plain-text.ts'
import { AI_ANSWERS } from '../trust/disclosure.ts'
import type { SwarmRun, SwarmTurn } from './swarm.ts'
import { activeSeats, type SwarmMode, seatsIn } from './swarm-plan.ts'

const NAME_LENGTH = 60

export function runMarkdown(run: SwarmRun): string {
  const { mode, seats, phases, createdAt } = run
  const names = seats.map(({ agentName }) => plain(agentName)).join(', ')
  const parts = [
    `# ${plain(runTitle(run))}`,
    `${modeNames[mode]} of ${names}, begun ${timeOf(createdAt)}`,
    AI_ANSWERS,
    ...phases.flatMap(({ task }, phase) => [
      `## ${phase === 0 ? 'Task' : 'Gone on with'}`,
      closeFence(task),
      ...turnsOf(run, phase).flatMap((turn) => [`### ${headingOf(run, turn)}`, ...contentOf(turn)]),
    ]),
  ]
  return `${parts.join('\n\n')}\n`
}

const modeNames: Record<SwarmMode, string> = {
  parallel: 'Answers side by side',
  debate: 'A debate',
  relay: 'A relay',
}

export function runTitle({ phases }: Pick<SwarmRun, 'phases'>): string {
  const [line = ''] = (phases[0]?.task ?? '').split('\n', 1)
  if (line.length <= NAME_LENGTH) return line
  return `${cutText(line, NAME_LENGTH).trimEnd()}…`
}

const turnsOf = ({ turns }: SwarmRun, phase: number) =>
  turns.filter((turn) => turn.phase === phase && !turn.again)

function headingOf(run: SwarmRun, { phase, round, seat }: SwarmTurn): string {
  if (seat === null) return 'Synthesis'
  const name = plain(run.seats[seat]?.agentName ?? '')
  const rounds = run.phases[phase]?.rounds ?? 1
  const active = activeSeats(
    { seats: seatsIn(run, phase) },
    run.turns.filter((turn) => turn.phase === phase),
  )
  return [name, rounds > 1 && `round ${round}`, !active.includes(seat) && 'left out of the synthesis']
    .filter((part) => part !== false)
    .join(' · ')
}

const endings: Partial<Record<ReplyState, string>> = {
  running: '_Was still speaking._',
  waiting: '_Waits for a decision._',
  stopped: '_Was stopped._',
  interrupted: '_Was interrupted._',
  failed: '_Failed._',
}

function contentOf({ content, state, sources, model, ownCalls, calls }: SwarmTurn): string[] {
  const said = citedMarkdown(closeFence(content), sources)
  const called = callsMarkdown(ownCalls?.map(({ part }) => exportedCall(part)) ?? calls ?? [])
  const beside = [sourcesMarkdown(sources, '####'), modelMarkdown(model), endings[state] ?? '']
  return [called, said, ...beside].filter((part) => part !== '')
}
