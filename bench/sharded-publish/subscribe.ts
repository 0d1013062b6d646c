import { Redis } from 'ioredis'

/** Subscribes to so many rooms, and says how long that took and how much memory Redis has for them. */
export async function subscribeTo(
  url: string,
  rooms: number,
  atOnce: number,
): Promise<{ ms: number; bytes: number }> {
  const asking = new Redis(url)
  const listening = new Redis(url)
  try {
    const memory = async () => Number(/used_memory:(\d+)/.exec(await asking.info('memory'))?.[1])
    const channels = Array.from({ length: rooms }, () => `bionic:realtime:{18}:realm:${crypto.randomUUID()}`)
    await listening.ssubscribe('bionic:realtime:{18}:beat')
    const before = await memory()
    const began = performance.now()
    const accepted: Promise<unknown>[] = []
    for (let from = 0; from < rooms; from += atOnce)
      accepted.push(listening.ssubscribe(...channels.slice(from, from + atOnce)))
    await Promise.all(accepted)
    const ms = performance.now() - began
    return { ms, bytes: (await memory()) - before }
  } finally {
    listening.disconnect()
    asking.disconnect()
  }
}
