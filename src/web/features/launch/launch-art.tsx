import type { ReactNode } from 'react'

/** The decorative pictures of the launch cards: lines around a core. */
function Art({ hue, children }: { hue: string; children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="-160 -120 320 240"
      fill="none"
      stroke={hue}
      preserveAspectRatio="xMidYMid slice"
      className="size-full [mask-image:linear-gradient(#000_72%,transparent)]"
    >
      {children}
    </svg>
  )
}

function Light({ id, hue, strength }: { id: string; hue: string; strength: number }) {
  return (
    <>
      <radialGradient id={id}>
        <stop offset="0" stopColor={hue} stopOpacity={strength} />
        <stop offset=".4" stopColor={hue} stopOpacity={strength * 0.32} />
        <stop offset="1" stopColor={hue} stopOpacity="0" />
      </radialGradient>
      <ellipse rx="165" ry="128" fill={`url(#${id})`} stroke="none" />
    </>
  )
}

/** A globe of meridians and parallels, for a website. */
export function GlobeArt() {
  const hue = 'var(--color-cyan)'
  return (
    <Art hue={hue}>
      <Light id="launch-globe" hue={hue} strength={0.34} />
      <g transform="rotate(-18)">
        <circle r="74" strokeOpacity=".9" strokeWidth="1.2" />
        {[66, 52, 34, 12].map((rx) => (
          <ellipse key={rx} rx={rx} ry="74" strokeOpacity=".4" />
        ))}
        {[0, 24, 46, 63].map((y, index) => (
          <g key={y} strokeOpacity=".4">
            <ellipse cy={y} rx={parallels[index]} ry={(parallels[index] ?? 0) * 0.16} />
            {y > 0 && <ellipse cy={-y} rx={parallels[index]} ry={(parallels[index] ?? 0) * 0.16} />}
          </g>
        ))}
      </g>
      <ellipse
        rx="128"
        ry="34"
        transform="rotate(-18)"
        strokeOpacity=".75"
        strokeWidth="1.4"
        pathLength="360"
        strokeDasharray="96 14 40 30"
      />
      <g fill={hue} stroke="none">
        <circle cx="117" cy="-48" r="4" />
        <circle cx="-108" cy="46" r="2.6" />
        <circle cx="-20" cy="-30" r="2.4" />
        <circle cx="31" cy="22" r="2.4" />
      </g>
      <path d="M-20-30C0-34 24-12 31 22" strokeWidth="1.4" />
    </Art>
  )
}
const parallels = [74, 70.2, 58, 38.8]

/** Ellipses rotated around a bright core, like the agents' portraits. */
export function IgnitionArt() {
  const hue = 'var(--color-magenta)'
  return (
    <Art hue={hue}>
      <Light id="launch-ignition" hue={hue} strength={0.34} />
      {Array.from({ length: 18 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the turns have no other identity
        <g key={index} transform={`rotate(${index * 20})`}>
          <ellipse cx="46" rx="46" ry="19" strokeOpacity=".5" />
          <ellipse cx="33" rx="33" ry="10" strokeOpacity=".4" />
          <ellipse cx="54" rx="42" ry="30" strokeOpacity=".14" />
        </g>
      ))}
      <circle r="104" strokeOpacity=".45" pathLength="360" strokeDasharray="1 7" strokeWidth="5" />
      <Light id="launch-spark" hue="#ffd9f7" strength={0.32} />
      <circle r="5" fill="#fff" stroke="none" />
    </Art>
  )
}

/** A graph that is not lit yet. */
export function GraphArt() {
  return (
    <Art hue="var(--color-muted)">
      <g strokeOpacity=".45" strokeDasharray="3 4">
        {edges.map(([from, to]) => {
          const [x1, y1] = people[from] ?? [0, 0]
          const [x2, y2] = people[to] ?? [0, 0]
          return <line key={`${from}-${to}`} x1={x1} y1={y1} x2={x2} y2={y2} />
        })}
      </g>
      {people.map(([x, y, r]) => (
        <circle key={`${x},${y}`} cx={x} cy={y} r={r} fill="var(--color-deep)" strokeOpacity=".8" />
      ))}
    </Art>
  )
}
const people: readonly (readonly [number, number, number])[] = [
  [0, 0, 15],
  [-62, -44, 9],
  [58, -56, 10],
  [84, 18, 7],
  [34, 66, 9],
  [-48, 58, 8],
  [-96, 12, 6],
  [-14, -80, 5],
  [122, -34, 5],
  [-118, -58, 4],
  [98, 74, 5],
  [-102, 76, 4],
]
const edges: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 4],
  [0, 5],
  [1, 6],
  [1, 7],
  [1, 9],
  [2, 7],
  [2, 8],
  [3, 8],
  [3, 10],
  [4, 10],
  [4, 5],
  [5, 6],
  [5, 11],
  [6, 9],
]
