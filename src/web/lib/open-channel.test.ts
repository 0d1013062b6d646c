import { expect, test, vi } from 'vitest'
import { openChannel } from './open-channel.ts'

test('where a browser allows no channel between tabs, a page goes on without one', () => {
  class Refused {
    constructor() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  }
  vi.stubGlobal('BroadcastChannel', Refused)
  try {
    const channel = openChannel('session')
    channel.onmessage = () => {}
    expect(() => channel.postMessage({ type: 'signed out' })).not.toThrow()
  } finally {
    vi.unstubAllGlobals()
  }
})
