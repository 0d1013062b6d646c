import type { ReactNode } from 'react'

/** What people read around the nodes of the Nest, whose own names and figures are in `nest-nodes.ts`. */
export const title = 'Nest control matrix'
export const summary = 'Six nodes of the neural interface and their readouts.'
export const about = 'Six nodes on display. Their figures are fixed and measure nothing.'
export const readouts = 'Readouts'
export const status = 'Status: '
export const power = 'Power'
export const sync = 'Sync'
export const levelOf = (node: string, level: string) => `${node}: ${level}`
export const connectNode = 'CONNECT NODE'
export const explained = (link: (text: string) => ReactNode) => (
  <>This node is only decoration and connects to nothing. Find agents that answer {link('in the Matrix')}.</>
)
