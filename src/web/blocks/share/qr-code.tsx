import { create } from 'qrcode'

/** The light margin that QR readers need, in modules. */
const QUIET = 4

/** Dark on light, which every reader accepts. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = create(text, { errorCorrectionLevel: 'M' }).modules
  const side = size + 2 * QUIET
  const path = Array.from(data, (dark, index) =>
    dark ? `M${QUIET + (index % size)} ${QUIET + Math.floor(index / size)}h1v1h-1z` : '',
  ).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-48 bg-text text-ink"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
