import { expect, test, vi } from 'vitest'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import { createLog } from '../../base/log.ts'
import { TurnHeartbeats } from './running/turn-heartbeats.ts'
import { ScheduledTurns } from './schedule-turns.ts'
import type { TurnKind } from './turn-kind.ts'
import type { TurnsOptions } from './turns-options.ts'

const RETRY_MS = 1_000

test('a decision that fails is tried again once in a while, however often it was asked for', async () => {
  vi.useFakeTimers()
  try {
    let tried = 0
    const log = createLog('silent')
    const store = { storeWords: async () => [], listHeartbeats: async () => [] }
    const options = { log, clock: () => new Date(), alone: true, every: { retry: RETRY_MS } }
    const heartbeats = new TurnHeartbeats({ store, log, alone: true })
    const kind: TurnKind<{ state: ReplyState }> = {
      scope: 'realm',
      undecided: 'nothing can be decided',
      running: { wantStop: async () => null, listRunning: async () => [] },
      async decide() {
        tried += 1
        throw new Error('The disk is full')
      },
      listAwaiting: async () => [],
      storeEnd: async () => null,
      closeDead: async () => [],
      onEnded() {},
    }
    const turns = new ScheduledTurns(
      { ...options, heartbeats } as Partial<TurnsOptions> as TurnsOptions,
      kind,
    )
    for (let asked = 0; asked < 9; asked++) {
      turns.wake('realm')
      await vi.advanceTimersByTimeAsync(RETRY_MS / 10)
    }
    const before = tried
    await vi.advanceTimersByTimeAsync(5 * RETRY_MS)
    expect(tried - before).toBe(5)
  } finally {
    vi.useRealTimers()
  }
})
