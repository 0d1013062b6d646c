import type { SwarmMode } from '../../../../shared/swarm/swarm-plan.ts'

/** A diagram of how text flows between three agents, from left to right, to the synthesis. */
export function ModeDiagram({ mode }: { mode: SwarmMode }) {
  const { lines, agents } = diagrams[mode]
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 112 48"
      width="112"
      height="48"
      className="h-auto max-w-full"
      fill="none"
      strokeWidth="1.4"
      strokeLinecap="round"
    >
      <path d={lines} stroke="currentColor" opacity="0.6" />
      {agents.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="3.4" fill="var(--color-magenta)" />
      ))}
      <path d="M99 24l6-6 6 6-6 6z" fill="var(--color-cyan)" />
    </svg>
  )
}

const rows = [8, 24, 40] as const
const column = (x: number) => rows.map((y): [x: number, y: number] => [x, y])
const together = (x: number) => rows.map((y) => `M${x} ${y}H80Q90 ${y} 96 ${(y + 24) / 2}L104 24`).join('')

const diagrams: Record<SwarmMode, { lines: string; agents: [x: number, y: number][] }> = {
  parallel: { lines: together(4), agents: column(4) },
  debate: {
    lines: [rows.flatMap((from) => rows.map((to) => `M4 ${from}L56 ${to}`)), together(56)].flat().join(''),
    agents: [...column(4), ...column(56)],
  },
  relay: {
    lines: [4, 38, 72].map((x) => `M${x} 24h34M${x + 15} 20l4 4-4 4`).join(''),
    agents: [
      [4, 24],
      [38, 24],
      [72, 24],
    ],
  },
}
