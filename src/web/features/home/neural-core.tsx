/** The instrument beside the tagline: rings that turn against each other around a small lit network. Decoration. */
export function NeuralCore() {
  return (
    <svg
      aria-hidden="true"
      viewBox="-200 -200 400 400"
      fill="none"
      className="mx-auto w-full max-w-[230px] md:mr-0 md:max-w-[430px]"
    >
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
      {rings.map((ring) => (
        <circle
          key={ring.r}
          r={ring.r}
          stroke={ring.colour}
          strokeOpacity={ring.opacity}
          strokeWidth={ring.width}
          pathLength="360"
          strokeDasharray={ring.dash}
          className="origin-[0_0] animate-spin"
          style={{
            animationDuration: `${ring.seconds}s`,
            animationDirection: ring.back ? 'reverse' : 'normal',
          }}
        />
      ))}
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
    </svg>
  )
}

const rings = [
  { r: 172, colour: '#2a7d8f', opacity: 0.45, width: 1, dash: '14 6 3 9', seconds: 190, back: false },
  { r: 158, colour: '#2aa6b8', opacity: 0.6, width: 1.6, dash: '22 14', seconds: 150, back: true },
  { r: 142, colour: '#2a7d8f', opacity: 0.5, width: 1, dash: '8 7', seconds: 170, back: false },
  { r: 126, colour: '#2aa6b8', opacity: 0.75, width: 2, dash: '30 22 12 16', seconds: 120, back: false },
  { r: 110, colour: '#ff3fd8', opacity: 0.55, width: 2, dash: '20 25', seconds: 96, back: true },
  { r: 94, colour: '#3fd3e6', opacity: 0.8, width: 1.4, dash: '34 11', seconds: 82, back: false },
  { r: 78, colour: '#2aa6b8', opacity: 0.7, width: 1, dash: '6 6', seconds: 110, back: true },
  { r: 64, colour: '#3fd3e6', opacity: 0.8, width: 2, dash: '24 30 10 26', seconds: 64, back: false },
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
