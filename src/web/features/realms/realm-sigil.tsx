/** Where the six corners of a regular hexagon lie around the middle of a 48 px square. */
const corners = Array.from({ length: 6 }, (_, index) => {
  const angle = (Math.PI / 3) * index - Math.PI / 2
  return { x: Math.cos(angle), y: Math.sin(angle) }
})

/** Digits after the point that a coordinate is written with: the server and every browser write the same. */
const PLACES = 2

/** A realm's own sign: a small constellation that its id decides, so that no two realms look alike. */
export function RealmSigil({ id, className }: { id: string; className: string }) {
  const digits = [...id.replaceAll('-', '')].map((digit) => Number.parseInt(digit, 16) || 0)
  const digit = (index: number) => digits[index % digits.length] ?? 0
  const nodes = corners.map(({ x, y }, index) => {
    const reach = 6 + (digit(index) / 15) * 12
    return { x: (24 + x * reach).toFixed(PLACES), y: (24 + y * reach).toFixed(PLACES) }
  })
  const pointsOf = (all: typeof nodes) => all.map(({ x, y }) => `${x},${y}`).join(' ')
  const bright = digit(12) % 6
  return (
    <span className={`hexagon grid flex-none place-items-center bg-cyan/10 ${className}`}>
      <svg
        aria-hidden="true"
        viewBox="0 0 48 48"
        className="size-full"
        fill="none"
        stroke="var(--color-cyan)"
      >
        <polygon points={pointsOf(nodes)} strokeOpacity="0.75" strokeLinejoin="round" />
        {nodes.map(({ x, y }, index) =>
          digit(index + 6) % 2 === 0 ? (
            <path key={`${x},${y}`} d={`M24 24L${x} ${y}`} strokeOpacity="0.4" />
          ) : null,
        )}
        {nodes.map(({ x, y }, index) => (
          <circle
            key={`${x},${y}`}
            cx={x}
            cy={y}
            r={index === bright ? 2.6 : 1.5}
            stroke="none"
            fill={index === bright ? 'var(--color-white)' : 'var(--color-cyan)'}
          />
        ))}
      </svg>
    </span>
  )
}
