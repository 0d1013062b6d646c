import type { ReactNode } from 'react'
import type { NodeId } from './nest-nodes.ts'

/** The decorative dial with a node's emblem; its ring rotates if the node is active. */
export function NodeInstrument({ id, alive }: { id: NodeId; alive: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="-48 -48 96 96"
      fill="none"
      stroke="var(--hue)"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="w-[92px] flex-none"
    >
      <circle r="34" fill="var(--hue)" fillOpacity={alive ? 0.09 : 0.05} stroke="none" />
      <circle
        r="45"
        strokeOpacity=".5"
        strokeWidth="4"
        pathLength="360"
        strokeDasharray="1 7"
        strokeLinecap="butt"
      />
      <circle
        r="38"
        strokeOpacity={alive ? 0.85 : 0.4}
        strokeWidth="1.4"
        pathLength="360"
        strokeDasharray="70 26 18 6"
        className={alive ? 'origin-[0_0] animate-spin' : ''}
        style={alive ? { animationDuration: '48s' } : undefined}
      />
      <g strokeWidth="1.6">{emblems[id]}</g>
    </svg>
  )
}

const emblems: Readonly<Record<NodeId, ReactNode>> = {
  'neural-core': (
    <>
      <circle r="17" strokeOpacity=".45" strokeDasharray="3 3.7" />
      <path d="M-9-7L0 0l10-6M-6 10L0 0l8 8" strokeOpacity=".7" />
      <circle r="4.5" fill="var(--hue)" stroke="none" />
      <circle cx="-10" cy="-8" r="2.6" />
      <circle cx="11.5" cy="-7" r="2.6" />
      <circle cx="-7.5" cy="11.5" r="2.6" />
      <circle cx="9.5" cy="9.5" r="2.6" />
    </>
  ),
  'processing-unit': (
    <>
      <path d="M-12-12h24v24h-24z" />
      <path d="M-5-5h10v10h-10z" fill="var(--hue)" fillOpacity=".35" />
      <path
        d="M-7-12v-6M0-12v-6M7-12v-6M-7 18v-6M0 18v-6M7 18v-6M-12-7h-6M-12 0h-6M-12 7h-6M18-7h-6M18 0h-6M18 7h-6"
        strokeOpacity=".6"
      />
    </>
  ),
  'network-hub': (
    <>
      <path d="M0 0v-16M0 0l13.9-8M0 0l13.9 8M0 0v16M0 0l-13.9 8M0 0l-13.9-8" strokeOpacity=".6" />
      <circle r="5" fill="var(--hue)" stroke="none" />
      <circle cy="-16" r="2.8" />
      <circle cx="13.9" cy="-8" r="2.8" />
      <circle cx="13.9" cy="8" r="2.8" />
      <circle cy="16" r="2.8" />
      <circle cx="-13.9" cy="8" r="2.8" />
      <circle cx="-13.9" cy="-8" r="2.8" />
    </>
  ),
  'security-matrix': (
    <>
      <path d="M0-19l15 5.5V-1C15 9 9 15.5 0 19-9 15.5-15 9-15-1v-12.5z" />
      <path d="M-15-1h30M0-19v38" strokeOpacity=".35" />
      <circle cy="-2" r="4.2" fill="var(--hue)" fillOpacity=".35" />
      <path d="M0 2.2v6" />
    </>
  ),
  'power-grid': (
    <>
      <path d="M-18-8h8M-18 0h5M-18 8h8M10-8h8M13 0h5M10 8h8" strokeOpacity=".5" />
      <path d="M3-19L-9 3h8l-3 16L9-4H1z" fill="var(--hue)" fillOpacity=".3" />
    </>
  ),
  'global-node': (
    <>
      <circle r="17" />
      <ellipse rx="7.5" ry="17" strokeOpacity=".6" />
      <path d="M-17 0h34M-14.5-8.5h29M-14.5 8.5h29" strokeOpacity=".6" />
    </>
  ),
}
