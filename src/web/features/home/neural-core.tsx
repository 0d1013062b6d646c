import type { ReactNode } from 'react'

/**
 * The decorative drawing beside the tagline: rings that rotate in opposite directions around a small network. Each
 * group of rings is a separate layer, so that rotating it causes no repaint.
 */
export function NeuralCore() {
  return (
    <div
      aria-hidden="true"
      className="relative mx-auto aspect-square w-full max-w-[230px] md:mr-0 md:max-w-[430px]"
    >
      <Layer>
        <defs>
          <radialGradient id="core-light">
            <stop offset="0" stopColor="#1fb9cf" stopOpacity=".75" />
            <stop offset=".45" stopColor="#126a80" stopOpacity=".38" />
            <stop offset="1" stopColor="#0b3548" stopOpacity="0" />
          </radialGradient>
        </defs>
        <circle r="150" fill="url(#core-light)" />
        <circle
          r="191"
          stroke="#8fdcff"
          strokeOpacity=".55"
          strokeWidth="8"
          pathLength="360"
          strokeDasharray=".5 4.5"
        />
        <circle
          r="189"
          stroke="#8fdcff"
          strokeOpacity=".8"
          strokeWidth="13"
          pathLength="360"
          strokeDasharray=".6 89.4"
        />
      </Layer>
      {turns.map((turn) => (
        <Layer key={turn.seconds} turn={turn}>
          {turn.rings.map((ring) => (
            <circle
              key={ring.r}
              r={ring.r}
              stroke={ring.colour}
              strokeOpacity={ring.opacity}
              strokeWidth={ring.width}
              pathLength="360"
              strokeDasharray={ring.dash}
            />
          ))}
        </Layer>
      ))}
      <Layer>
        <g stroke="#9fe9ff" strokeOpacity=".4" strokeWidth="1">
          {edges.map(([from, to]) => {
            const [x1, y1] = nodes[from] ?? [0, 0]
            const [x2, y2] = nodes[to] ?? [0, 0]
            return <line key={`${from}-${to}`} x1={x1} y1={y1} x2={x2} y2={y2} />
          })}
        </g>
        {nodes.map(([x, y]) => (
          <circle key={`${x},${y}`} cx={x} cy={y} r="2.6" fill="#f2fdff" />
        ))}
      </Layer>
    </div>
  )
}

function Layer({ turn, children }: { turn?: { seconds: number; back: boolean }; children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="-200 -200 400 400"
      fill="none"
      className={`absolute inset-0 size-full ${turn ? 'animate-spin will-change-transform' : ''}`}
      {...(turn && {
        style: {
          animationDuration: `${turn.seconds}s`,
          animationDirection: turn.back ? 'reverse' : 'normal',
        },
      })}
    >
      {children}
    </svg>
  )
}

const turns = [
  {
    seconds: 160,
    back: false,
    rings: [
      { r: 172, colour: '#2a7d8f', opacity: 0.45, width: 1, dash: '14 6 3 9' },
      { r: 142, colour: '#2a7d8f', opacity: 0.5, width: 1, dash: '8 7' },
      { r: 94, colour: '#3fd3e6', opacity: 0.8, width: 1.4, dash: '34 11' },
    ],
  },
  {
    seconds: 110,
    back: true,
    rings: [
      { r: 158, colour: '#2aa6b8', opacity: 0.6, width: 1.6, dash: '22 14' },
      { r: 110, colour: '#ff3fd8', opacity: 0.55, width: 2, dash: '20 25' },
      { r: 78, colour: '#2aa6b8', opacity: 0.7, width: 1, dash: '6 6' },
    ],
  },
  {
    seconds: 70,
    back: false,
    rings: [
      { r: 126, colour: '#2aa6b8', opacity: 0.75, width: 2, dash: '30 22 12 16' },
      { r: 64, colour: '#3fd3e6', opacity: 0.8, width: 2, dash: '24 30 10 26' },
    ],
  },
]

const nodes: readonly (readonly [number, number])[] = [
  [-44, -34],
  [-16, -40],
  [-8, -30],
  [38, -36],
  [-52, 6],
  [-30, 2],
  [-12, 12],
  [30, 2],
  [46, 16],
  [18, 26],
  [-20, 38],
  [2, 46],
  [8, 4],
]
const edges: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, 2],
  [1, 2],
  [0, 5],
  [2, 6],
  [4, 5],
  [5, 6],
  [3, 7],
  [7, 8],
  [7, 9],
  [8, 9],
  [6, 12],
  [9, 12],
  [9, 11],
  [6, 10],
  [10, 11],
  [3, 8],
  [7, 12],
  [6, 11],
]
