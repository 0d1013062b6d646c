import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LaneStrip } from './lane-strip.tsx'
import type { LaneState } from './phase-parts.ts'

const seat = { agentId: 'a', agentName: 'Ray', agentImageUrl: '/images/default.webp', dropped: false }
const isMarked = (state: LaneState) =>
  renderToString(
    <LaneStrip lanes={[{ index: 0, seat, state, turns: [] }]} shown={0} onShow={() => {}} />,
  ).includes('animate-pulse-soft')

test('on a phone a lane that waits for a decision is marked as one that speaks is', () => {
  expect((['speaking', 'thinking', 'asking', 'waiting', 'done'] as const).map(isMarked)).toEqual([
    ...[true, true, true, false, false],
  ])
})
